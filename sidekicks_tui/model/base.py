"""What all values share: frozen, keyword-only, camelCase on the wire."""

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A value of the contract; every field is always written."""


class Sparse(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A value whose optional fields are left out of the wire while they hold their default."""
