"""Modules put together into one script."""

import pytest

from arcload.views.page.bundle import bundle

MODULES = {
    "main.js": """import { add } from "./sums.js";
import {
  ONE,
  Total,
} from "./numbers.js";

const [first, second] = [ONE, add(ONE, ONE)];
""",
    "sums.js": """import { ONE } from "./numbers.js";

/** A sum. */
export const add = (a, b) => a + b * ONE;
""",
    "numbers.js": """export const ONE = 1; // not two
/**
 * A total.
 */
export class Total {
  /** Nothing yet. */
  value = 0;
}
""",
    "never_imported.js": "const ONE = 2;\n",
}


def test_each_module_stands_once_after_those_it_imports_from() -> None:
    assert (
        bundle(MODULES, "main.js")
        == """const ONE = 1; // not two
class Total {
  value = 0;
}

const add = (a, b) => a + b * ONE;

const [first, second] = [ONE, add(ONE, ONE)];
"""
    )


@pytest.mark.parametrize(
    "twice", ["const ONE = 2;", "let [a, ONE] = [];", "const { a, ONE } = {};", "class ONE {}"]
)
def test_no_two_modules_declare_the_same_name(twice: str) -> None:
    changed = MODULES | {"sums.js": MODULES["sums.js"] + twice + "\n"}
    with pytest.raises(ValueError, match=r"numbers\.js and sums\.js both declare ONE"):
        bundle(changed, "main.js")


def test_what_is_imported_is_exported() -> None:
    changed = MODULES | {"sums.js": MODULES["sums.js"].replace("export ", "")}
    with pytest.raises(ValueError, match=r"main\.js imports add, which sums\.js does not export"):
        bundle(changed, "main.js")


def test_a_module_that_is_missing_is_named() -> None:
    changed = {name: text for name, text in MODULES.items() if name != "numbers.js"}
    with pytest.raises(ValueError, match=r"numbers\.js is missing; needed by main\.js, sums\.js"):
        bundle(changed, "main.js")


def test_no_module_needs_itself() -> None:
    circle = 'import { first } from "./main.js";\n'
    changed = MODULES | {"numbers.js": circle + MODULES["numbers.js"]}
    with pytest.raises(ValueError, match=r"main\.js imports from itself over main\.js, sums\.js"):
        bundle(changed, "main.js")


@pytest.mark.parametrize(
    "line",
    [
        "export default add;",
        "export { add as plus };",
        'import * as numbers from "./numbers.js";',
        'import "./numbers.js";',
        'import { ONE } from "https://elsewhere/numbers.js";',
    ],
)
def test_what_cannot_be_put_together_is_refused(line: str) -> None:
    changed = MODULES | {"sums.js": f"{line}\n{MODULES['sums.js']}"}
    with pytest.raises(ValueError, match=r"sums\.js has a line that cannot be put together"):
        bundle(changed, "main.js")
