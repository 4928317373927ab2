"""`python -m benchmarks`: the figures of a first conversation, each beside its reference in the same run.

    start     from exec to a screen that takes keys, and the memory then, beside a blank Textual app
    stream    5,000 chunks of 20 characters as fast as the pipe gives them: until the last is shown, the
              slowest key echo meanwhile, bytes written to the terminal for each character
    history   opening a channel of 100,000 stored messages beside one of 100: time and memory
    idle      bytes written and processor time in ten seconds of nothing

Times depend on the machine: read the ratios.
"""

import argparse
import json
import sys
from pathlib import Path

from benchmarks import scenarios


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument(
        "names", nargs="*", metavar="SCENARIO", help=f"of {', '.join(scenarios.ALL)}; all otherwise"
    )
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the median counts (default 3)")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    unknown = set(options.names) - set(scenarios.ALL)
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    figures: dict[str, dict[str, float]] = {}
    for name in options.names or scenarios.ALL:
        figures[name] = scenarios.ALL[name](options.runs)
        print(f"\n{name}")
        for label, value in figures[name].items():
            print(f"  {label:<52} {value:>12,.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
