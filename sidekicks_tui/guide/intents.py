"""What a message in plain words wants, where that is no question about Sidekicks."""

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from sidekicks_tui.guide.commands import Command, Find, Plan, Read


class Courtesy(Enum):
    GREETING = auto()
    THANKS = auto()
    ABILITIES = auto()


_GREETING: Final = re.compile(
    r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|bonjour|salut|bonsoir)"
    r"(?: (?:there|guide|you|all))?"
)
_THANKS: Final = re.compile(
    r"(?:(?:ok|okay|great|cool|perfect|nice)[ ,!.]*)?"
    r"(?:thanks|thank you|thx|merci)(?: (?:a lot|so much|very much|guide))?|"
    r"ok|okay|great|cool|perfect|nice"
)
_ABILITIES: Final = re.compile(
    r"help(?: me)?|(?:what|who) are you|what (?:can|do) you (?:do|know)(?: .*)?|"
    r"what can i (?:ask|do)(?: (?:you|here))?|"
    r"how (?:can|do) you help(?: me)?|que (?:peux|sais)[ -]tu faire|qui es[ -]tu|aide(?:[ -]moi)?|"
    r"(?:your|the|list|show)(?: me)?(?: your| the)? commands"
)
_PLACE: Final = r"(?:this|the|my|your) (?:folder|directory|project|repo|repository|code ?base|workspace)"
_SURVEY: Final = re.compile(
    r"(?:list|show)(?: me)?(?: all)?(?: the| my)? files(?: here| there)?(?: in (?:here|" + _PLACE + r"))?|"
    r"(?:what(?:'s|’s| is| are| files are)?|which files are)(?: there)? (?:in|inside)(?: here|(?: of)? "
    + _PLACE
    + r")|"
    r"(?:look at|describe|summari[sz]e|explain|survey)(?: me)? " + _PLACE
)
_READ: Final = re.compile(
    r"(?:please )?(?:read|show|open|cat|print|display|view)(?: me)?(?: the)?(?: file)? "
    r"[`\"']?(?P<name>[^`\"']+?)[`\"']?",
    re.I,
)
_FIND: Final = re.compile(
    r"(?:please )?(?:find|search(?: for)?|grep(?: for)?|look for|locate)(?: the)?(?: files?| text)? "
    r"(?:(?P<quote>[`\"'])(?P<quoted>.+)(?P=quote)|(?P<bare>\S*[*/_.]\S*|TODO|FIXME))(?: in "
    + _PLACE
    + r"| here)?",
    re.I,
)


def intent(text: str, exists: Callable[[str], bool]) -> Courtesy | Command | None:
    """What `text` asks the guide to do, None for a question; `exists` tells whether a file is there."""
    plain = " ".join(text.rstrip(" ?!.…").split())
    lower = plain.lower()
    for pattern, courtesy in (
        (_GREETING, Courtesy.GREETING),
        (_ABILITIES, Courtesy.ABILITIES),
        (_THANKS, Courtesy.THANKS),
    ):
        if pattern.fullmatch(lower):
            return courtesy
    if _SURVEY.fullmatch(lower):
        return Plan(())
    reading = _READ.fullmatch(plain)
    if reading is not None and exists(reading["name"]):
        return Read(reading["name"])
    finding = _FIND.fullmatch(plain)
    if finding is not None:
        return Find(finding["quoted"] or finding["bare"])
    return None
