import pytest
from acp.schema import (
    EmbeddedResourceContentBlock,
    ImageContentBlock,
    ResourceContentBlock,
    TextContentBlock,
    TextResourceContents,
)

from sidekicks_tui.guide.prompt import File, PromptBlock, Question, question


def text(words: str) -> TextContentBlock:
    return TextContentBlock(type="text", text=words)


def link(name: str) -> ResourceContentBlock:
    return ResourceContentBlock(type="resource_link", name=name, uri=f"file:///w/{name}")


def resource(uri: str) -> EmbeddedResourceContentBlock:
    return EmbeddedResourceContentBlock(type="resource", resource=TextResourceContents(uri=uri, text="x"))


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([], Question("")),
        ([text(" hello ")], Question("hello")),
        ([text("what was said"), text("the question")], Question("the question", before="what was said")),
        ([text("look at "), link("a.py"), text(" please")], Question("look at  please", (File("a.py"),))),
        (
            [text("said"), text("this"), resource("file:///w/my%20file.py")],
            Question("this", (File("my file.py", "x"),), "said"),
        ),
        ([text("@guide @claude, /find x")], Question("/find x")),
        ([text("@guide")], Question("")),
        ([text("me@guide.dev how")], Question("me@guide.dev how")),
        ([ImageContentBlock(type="image", data="", mime_type="image/png"), text("x")], Question("x")),
    ],
)
def test_question(blocks: list[PromptBlock], expected: Question) -> None:
    assert question(blocks) == expected
