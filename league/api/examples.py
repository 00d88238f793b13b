"""Examples of what is sent and answered, in the OpenAPI document.

`examples.json` has one for each operation and webhook. They come from the API's own tests:
`make examples` writes them anew.
"""

import json
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_suffix(".json")


def add_examples(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Give every operation that has one the example of its request and of its answer."""
    known = json.loads(PATH.read_text())
    for operations in result["paths"].values():
        for operation in operations.values():
            example = known["operations"].get(operation["operationId"])
            if example is not None:
                _put(operation.get("requestBody"), example["body"])
                _put(operation["responses"].get(str(example["status"])), example["answer"])
    for event, operations in result["webhooks"].items():
        _put(operations["post"]["requestBody"], known["webhooks"].get(event))
    return result


def _put(part: dict[str, Any] | None, example: Any) -> None:
    """Add an example to the JSON of a request or an answer; to others there is none."""
    content = (part or {}).get("content", {}).get("application/json")
    if content is not None and example is not None:
        content["example"] = example
