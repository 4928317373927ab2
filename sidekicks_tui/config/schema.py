"""The configuration file's JSON Schema, for editors that complete and check while one types."""


def schema() -> dict[str, object]:
    """The schema (draft 2020-12) of the whole file, made of the same table as the checks."""
    from sidekicks_tui.config.fields import FILE

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of Sidekicks",
        **FILE.json(),
    }
