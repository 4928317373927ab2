"""What a prompt asks, out of its content blocks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from acp.schema import (
    AudioContentBlock,
    EmbeddedResourceContentBlock,
    ImageContentBlock,
    ResourceContentBlock,
    TextContentBlock,
    TextResourceContents,
)

PromptBlock = (
    TextContentBlock
    | ImageContentBlock
    | AudioContentBlock
    | ResourceContentBlock
    | EmbeddedResourceContentBlock
)

_MENTIONS: Final = re.compile(r"(?:@[\w-]+[,:]?(?:\s+|$))+")


@dataclass(frozen=True, slots=True)
class File:
    """A file that came with a message; `text` is None where only its name did."""

    name: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    """What the person wrote, without the mentions before it."""
    files: tuple[File, ...] = ()
    before: str = ""
    """What was said before, as the client tells it."""


def question(blocks: Sequence[PromptBlock]) -> Question:
    """The question in `blocks`: the last text, with the files that were named inside it or stand around it.

    A text block right after another one begins a new text (the first holds what was said before); one after a
    file goes on with the sentence that the file was named in.
    """
    texts = [""]
    files = []
    after_text = False
    for block in blocks:
        match block:
            case TextContentBlock():
                if after_text:
                    texts.append("")
                texts[-1] += block.text
            case ResourceContentBlock():
                files.append(File(block.name or _name(block.uri)))
            case EmbeddedResourceContentBlock():
                resource = block.resource
                text = resource.text if isinstance(resource, TextResourceContents) else None
                files.append(File(_name(resource.uri), text))
        after_text = isinstance(block, TextContentBlock)
    *before, asked = (text.strip() for text in texts)
    mentions = _MENTIONS.match(asked)
    return Question(asked[mentions.end() :] if mentions else asked, tuple(files), "\n\n".join(before))


def _name(uri: str) -> str:
    return unquote(urlsplit(uri).path).rpartition("/")[2] or uri
