"""A package with plug-ins, installed by a test."""

from pathlib import Path


def install(folder: Path, package: str, group: str, points: str, **modules: str) -> None:
    """Put a package into a folder of Python's path: its entry points, and the text of modules."""
    facts = folder / f"{package}-1.2.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (facts / "entry_points.txt").write_text(f"[{group}]\n{points}\n")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
