"""Words of a question and of a page, brought to the same form: no case, no accents, no endings."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_CHUNK: Final = re.compile(r"[^\W_]+(?:[-+.'’_/][^\W_]+)*")
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_A-Za-z]+")

_COMMON: Final = """
a about actually all also an and any are as at be been being but by can change changer could did do does doing
done don else for from get gets give go goes going got had has have here how i if in into is isn it its just
know let like ll make me mine my need now of off on one or our out over own please re s see should show so
some something t tell than that the their them then there these they thing this those to too us use used using
ve very want was way we were what when where which while who whom whose why will with would you your sidekicks
au aux avec ce comment dans de des du en est et faire fait il je la le les ma mes mon on peut pour puis que
quel quelle qui quoi sur tu un une y
"""
STOPWORDS: Final = frozenset(_COMMON.split())
"""English and French words that tell nothing of what a question is about."""

_PHRASES: Final = (
    (re.compile(r"\b(?:log|logging|logged|sign|signing) in(?:to)?\b", re.I), "login"),
    (re.compile(r"\bset(?:ting)? up\b", re.I), "setup"),
    (re.compile(r"\bnew lines?\b", re.I), "newline"),
    (re.compile(r"\bat once\b|\b(?:at )?the same time\b", re.I), "simultaneous"),
    (re.compile(r"(?<!\w)/(find|read|edit|run|plan|help)\b", re.I), r"\1 slash\1"),
)
"""What is one word although it is written as several, and a command, which is more than its word."""
_GROUPS: Final = """
add create new install setup register ajouter creer nouveau
answer reply respond response repondre reponse
attach join upload include joindre inclure
automatically alone itself
channel room group canal salon
claude anthropic
codex openai chatgpt
color colour theme palette dark light couleur
configuration config setting settings preference configurer parametre
container docker podman
conversation chat talk discussion
copy clipboard yank copier
crash killed lost lose power
delete remove erase supprimer effacer
direct private
error problem fail failure broken wrong trouble erreur probleme
exit quit leave quitter
find search look rechercher chercher trouver
folder directory workspace dossier repertoire cwd
gemini google
history past earlier old previous historique
hang stuck freeze frozen hung
invite member membre
kept keep store stored save persist remember
key shortcut hotkey keybinding keyboard keystroke raccourci clavier
kubernetes kubectl pod
language translation french english langue francais
large big size maximum
log stderr journal
login authentication authenticate auth credential account
machine server remote host
message prompt
model llm ollama
multiple several two many
newline multiline line
notification notify alert sound beep
permission approve approval consent authorize confirm autoriser
read show display
rebind binding key
reject refuse deny refuser
run execute
see show
simultaneous concurrent parallel
start launch demarrer lancer
status state
stop cancel abort interrupt arreter annuler
switch select choose choisir
unread new
wait queue pending
write send type compose envoyer ecrire
"""


def terms(text: str) -> Iterator[str]:
    """The words of `text` in their plain form, a compound one (`stopIdleAgents`) also in its parts."""
    return (stem(word) for match in _CHUNK.finditer(_phrased(text)) for word in _words_of(match[0]))


def query_terms(text: str) -> dict[str, str]:
    """The words of a question that carry its meaning, in order, each with how the question writes it."""
    wanted: dict[str, str] = {}
    for match in _CHUNK.finditer(_phrased(text)):
        if fold(match[0]) not in STOPWORDS:
            for word in _words_of(match[0]):
                if word not in STOPWORDS:
                    wanted.setdefault(stem(word), match[0])
    return wanted


def _phrased(text: str) -> str:
    for phrase, word in _PHRASES:
        text = phrase.sub(word, text)
    return text


def _words_of(chunk: str) -> Iterator[str]:
    plain = _without_accents(chunk)
    parts = _PARTS.findall(plain)
    if len(parts) > 1:
        yield plain.casefold()
    yield from (part.casefold() for part in parts or [plain])


def fold(word: str) -> str:
    return _without_accents(word).casefold()


def _without_accents(word: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", word) if not unicodedata.combining(sign))


def stem(word: str) -> str:
    """`word` without the endings of plurals and verbs: what it shares with its relatives."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _synonyms() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for line in _GROUPS.strip().splitlines():
        group = frozenset(stem(fold(word)) for word in line.split())
        for word in group:
            table[word] = table.get(word, frozenset()) | group
    return table


SYNONYMS: Final = _synonyms()
"""For each word, the words that are looked for in its place, itself included."""
