"""One of the paper's methods beside its published results, on some or all instances.

For example ``benchmarks/paper_methods.py ea large_32 large_44 local_search=full``; without
names, on all 126. ARCLOAD_PUBLISHED names the folder of the instances.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.published import FOLDER, published_instances, published_results

import arcload


def main() -> None:
    if len(sys.argv) < 2 or not FOLDER.is_dir():
        sys.exit(f"{__doc__}\nIt needs a method, and the published instances in {FOLDER}.")
    method, *words = sys.argv[1:]
    parameters = dict(word.split("=") for word in words if "=" in word)
    names = [word for word in words if "=" not in word]
    own, ea, ours, theirs = [], [], 0.0, 0.0
    for name in names or [path.stem for path in published_instances()]:
        instance = arcload.read(FOLDER / f"{name}.txt")
        result = arcload.solve(instance, method, threads=1, parameters=parameters)
        cost, seconds = published_results(method)[name]
        own.append(100 * (result.cost / cost - 1))
        ea.append(100 * (result.cost / published_results("ea")[name][0] - 1))
        ours, theirs = ours + result.seconds, theirs + seconds
        print(
            f"{name:9} {result.cost:14.2f}  own {own[-1]:6.2f} %  EA {ea[-1]:6.2f} %  "
            f"{result.seconds:7.2f} s, published {seconds:9.2f} s",
            flush=True,
        )
    print(
        f"mean own {sum(own) / len(own):.2f} %, EA {sum(ea) / len(ea):.2f} %; {ours:.1f} s "
        f"against {theirs:,.0f} s, {theirs / ours:,.0f} times faster"
    )


if __name__ == "__main__":
    main()
