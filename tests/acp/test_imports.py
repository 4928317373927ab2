import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["client", "updates", "blocks", "connection"])
def test_the_sdk_is_imported_only_when_an_agent_is_greeted(module: str) -> None:
    code = (
        f"import sys, sidekicks_tui.acp.{module}; print([m for m in ('acp', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
