"""What we say is what the SDK's own schema takes."""

import base64

from acp.schema import InitializeRequest, LoadSessionRequest, NewSessionRequest, PromptRequest

from sidekicks_tui.acp.blocks import ImageBlock, LinkBlock, PromptBlock, ResourceBlock, TextBlock
from sidekicks_tui.acp.outgoing import HANDSHAKE, prompt_block, session_request
from sidekicks_tui.model.settings import McpServer

_SERVERS = (
    McpServer(name="files", command=("mcp-files", "--root", "."), env={"A": "b"}),
    McpServer(name="far", type="http", url="https://example.invalid/mcp", headers={"X": "y"}),
    McpServer(name="old", type="sse", url="https://example.invalid/sse"),
)


def test_the_handshake() -> None:
    request = InitializeRequest.model_validate(HANDSHAKE)
    assert request.model_dump(mode="json", by_alias=True, exclude_unset=True) == HANDSHAKE
    assert request.protocol_version == 1


def test_sessions() -> None:
    params = session_request("/project", ["/shared"], _SERVERS)
    request = NewSessionRequest.model_validate(params)
    assert request.model_dump(mode="json", by_alias=True, exclude_unset=True) == params
    assert (
        LoadSessionRequest.model_validate({"sessionId": "s", **session_request("/p", (), ())}).mcp_servers
        == []
    )


def test_prompts() -> None:
    blocks: tuple[PromptBlock, ...] = (
        TextBlock(text="hello"),
        ImageBlock(data=b"\x89PNG", mime="image/png", uri="file:///a.png"),
        ImageBlock(data=b"", mime="image/gif"),
        ResourceBlock(uri="file:///a.py", mime="text/x-python", text="1"),
        LinkBlock(uri="file:///big", name="big", mime="text/plain", size=0),
        LinkBlock(uri="file:///b", name="b"),
    )
    content = [prompt_block(block) for block in blocks]
    request = PromptRequest.model_validate({"sessionId": "s", "prompt": content})
    assert request.model_dump(mode="json", by_alias=True, exclude_unset=True)["prompt"] == content
    assert base64.b64decode(str(content[1]["data"])) == b"\x89PNG"
    assert content[4]["size"] == 0
