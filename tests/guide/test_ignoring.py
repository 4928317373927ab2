import pytest

from sidekicks_tui.guide.ignoring import IgnoreRules


@pytest.mark.parametrize(
    ("rules", "name", "is_folder", "ignored"),
    [
        ("*.pyc", "a/b.pyc", False, True),
        ("*.pyc", "a/b.py", False, False),
        ("build/", "x/build", True, True),
        ("build/", "x/build", False, False),
        ("/build", "x/build", True, False),
        ("/build", "build", True, True),
        ("docs/*.txt", "docs/a.txt", False, True),
        ("docs/*.txt", "docs/x/a.txt", False, False),
        ("docs/**/a.txt", "docs/x/y/a.txt", False, True),
        ("**/cache", "x/cache", True, True),
        ("logs/**", "logs/a/b", False, True),
        ("file?.[ch]", "file1.c", False, True),
        ("file[!0-9]", "file1", False, False),
        ("*.log\n!keep.log", "keep.log", False, False),
        ("# note\n\n", "note", False, False),
        (r"\#x", "#x", False, True),
        ("a[", "a[", False, True),
        ("", "node_modules", True, True),
        ("", "node_modules", False, False),
    ],
)
def test_rules(rules: str, name: str, is_folder: bool, ignored: bool) -> None:
    assert IgnoreRules(rules).ignores(name, is_folder) is ignored
