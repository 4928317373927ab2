import pytest

from sidekicks_tui.guide.commands import Find, Plan, Read
from sidekicks_tui.guide.intents import Courtesy, intent


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("hello", Courtesy.GREETING),
        ("Hi there!", Courtesy.GREETING),
        ("Bonjour", Courtesy.GREETING),
        ("thanks a lot", Courtesy.THANKS),
        ("great, thank you!", Courtesy.THANKS),
        ("What can you do?", Courtesy.ABILITIES),
        ("who are you?", Courtesy.ABILITIES),
        ("help", Courtesy.ABILITIES),
        ("what is in this folder?", Plan(())),
        ("list the files", Plan(())),
        ("Look at this project", Plan(())),
        ("read README.md", Read("README.md")),
        ("please show me the file `README.md`", Read("README.md")),
        ("find *.py", Find("*.py")),
        ("search for `def parse` in this folder", Find("def parse")),
        ("find TODO here", Find("TODO")),
        ("read nothing.txt", None),
        ("find an old message", None),
        ("how do I quit?", None),
        ("ok how do I quit", None),
        ("hello, how do I add an agent?", None),
        ("what is in the configuration file?", None),
        ("", None),
    ],
)
def test_intents(text: str, wanted: object) -> None:
    assert intent(text, lambda name: name == "README.md") == wanted
