"""Content blocks of agents as text: what is not text is named."""

from sidekicks_tui.acp.fields import JsonMapping, mapping, text
from sidekicks_tui.model.limits import KB, MB


def block_text(block: object) -> str | None:
    """A content block as text, such as `[image image/png, 12 KB]`; None when its type is unknown."""
    if isinstance(block, str):
        return block
    if isinstance(block, list):
        return "\n".join(known for item in block if (known := block_text(item)) is not None)
    source = mapping(block)
    match source.get("type"):
        case "text":
            return text(source, "text")
        case "image" | "audio" as kind:
            return _named(
                kind, text(source, "mimeType"), _size_of_base64(text(source, "data")), text(source, "uri")
            )
        case "resource_link":
            size = source.get("size")
            name = text(source, "title") or text(source, "name")
            uri = text(source, "uri")
            return _named(
                "link",
                name if name != uri else "",
                text(source, "mimeType"),
                _size(size) if isinstance(size, int) else "",
                uri,
            )
        case "resource":
            return _resource(mapping(source.get("resource")))
    return None


def _resource(resource: JsonMapping) -> str:
    uri, mime, words = text(resource, "uri"), text(resource, "mimeType"), text(resource, "text")
    if words:
        return f"{_named('resource', uri, mime)}\n{words}"
    return _named("resource", uri, mime, _size_of_base64(text(resource, "blob")))


def _named(kind: str, *facts: str) -> str:
    known = ", ".join(fact for fact in facts if fact)
    return f"[{kind} {known}]" if known else f"[{kind}]"


def _size_of_base64(data: str) -> str:
    return _size(len(data) * 3 // 4) if data else ""


def _size(size: int) -> str:
    if size < KB:
        return f"{size} bytes"
    return f"{size / MB:.1f} MB" if size >= MB else f"{round(size / KB)} KB"
