"""Files joined to a message with `$path`: which they are, and how each is sent.

`$` begins a path at the start of a word, before a letter. In code, after another character (`5$`, `\\$`) and
before anything but a letter (`$5`, `${HOME}`) it is text. A path ends at the first space; punctuation that
ends a sentence, and a closing bracket that the path did not open, are no part of it.
"""

import re
from typing import Final

from sidekicks_tui.acp.blocks import ImageBlock, LinkBlock, PromptBlock, ResourceBlock
from sidekicks_tui.core.channels.prose import mask_code
from sidekicks_tui.locale import _
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.errors import UsageError, WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE, ATTACHMENTS_PER_MESSAGE, EMBEDDED_TEXT_SIZE, MB
from sidekicks_tui.model.messages import Attachment
from sidekicks_tui.model.sessions import AgentInfo

_PATH: Final = re.compile(r"(?<!\S)\$(?P<path>[^\W\d_][^\s\0]*)")
_BRACKETS: Final = {")": "(", "]": "[", "}": "{", "»": "«", "”": "“", "’": "‘", ">": "<"}
_ENDINGS: Final = ".,;:!?…\"'*"
_DEFAULT_TEXT: Final = "text/plain"


class JoinedFile(Value, frozen=True, kw_only=True):
    """A joined file as it was read, with its address as the receiving agent sees it."""

    name: str
    uri: str
    mime: str
    """What its name says, empty when that says nothing."""
    data: bytes


def joined_paths(text: str) -> tuple[str, ...]:
    """The paths that `text` joins, each once, in order."""
    if "$" not in text:
        return ()
    return tuple(dict.fromkeys(_trimmed(found["path"]) for found in _PATH.finditer(mask_code(text))))


def can_be_joined(path: str) -> bool:
    """Whether `$` and `path` join the file, so that nothing of it is taken for text."""
    return joined_paths(f"${path}") == (path,)


def attachments(text: str, channel: Channel, mentions: tuple[str, ...]) -> tuple[Attachment, ...]:
    """The files that `text` joins: of the direct conversation's agent, else of the first agent mentioned,

    else of the first member; none where there is no such agent. Raises `UsageError` for too many.
    """
    paths = joined_paths(text)
    owner = channel.direct or next(iter((*mentions, *channel.members)), "")
    if not owner:
        return ()
    if len(paths) > ATTACHMENTS_PER_MESSAGE:
        raise UsageError(
            _(
                "a message joins at most {limit} files, this one names {count}: "
                "send some of them with another message, or write \\$ for a dollar sign"
            ).format(limit=ATTACHMENTS_PER_MESSAGE, count=len(paths))
        )
    return tuple(Attachment(agent=owner, path=path) for path in paths)


def block_for(file: JoinedFile, info: AgentInfo) -> PromptBlock:
    """How `file` is sent to an agent with the abilities `info`.

    Raises `WorkspaceError` for a file that cannot be sent: too large, or neither text nor image.
    """
    if len(file.data) > ATTACHMENT_SIZE:
        raise WorkspaceError(
            _("{name} is larger than {limit} MB").format(name=file.name, limit=ATTACHMENT_SIZE // MB)
        )
    image = file.mime.startswith("image/")
    if image and info.image:
        return ImageBlock(data=file.data, mime=file.mime, uri=file.uri)
    text = _as_text(file.data)
    if text is None and not image:
        raise WorkspaceError(_("{name} is neither text nor an image").format(name=file.name))
    mime = file.mime or _DEFAULT_TEXT
    if text is not None and info.embedded_context and len(file.data) <= EMBEDDED_TEXT_SIZE:
        return ResourceBlock(uri=file.uri, mime=mime, text=text)
    return LinkBlock(uri=file.uri, name=file.name, mime=mime, size=len(file.data))


def _trimmed(path: str) -> str:
    while path[-1] in _ENDINGS or _unopened(path):
        path = path[:-1]
    return path


def _unopened(path: str) -> bool:
    opening = _BRACKETS.get(path[-1])
    return opening is not None and path.count(opening) < path.count(path[-1])


def _as_text(data: bytes) -> str | None:
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
