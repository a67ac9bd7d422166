"""Uses the Python library once, as tests/support/host-libraries.ts says on stdin, and prints the result as JSON."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src/host"))
from clasp import Clasp, ClaspError, verify_webhook  # noqa: E402


def use(connection, call):
    timeout = connection.get("timeoutMs", 10_000) / 1_000
    retries = connection.get("retries", 2)
    clasp = Clasp(
        connection["url"],
        connection["key"],
        timeout=timeout,
        retries=retries,
        traceparent=lambda: connection.get("traceparent"),
    )
    match call["use"]:
        case "wallets":
            return clasp.wallets(call["telegramId"])
        case "token":
            return clasp.token(call["telegramId"], call["audience"])
        case "links":
            return list(clasp.links(**call["filter"]))
        case "events":
            return take_events(clasp, call)
        case "createRequest":
            key = call.get("idempotencyKey")
            return clasp.create_request(idempotency_key=key, **call["input"])
        case "readRequest":
            return clasp.read_request(call["code"])
        case "answers":
            return list(clasp.answers(call["code"]))
        case "closeRequest":
            return clasp.close_request(call["code"])
        case "decideJoin":
            return clasp.decide_join(call["id"], call["decision"])
        case "verifyWebhook":
            return verify_webhook(call["body"].encode(), call["headers"], call["secret"])


def take_events(clasp, call):
    saved, taken = [], []
    poll = call.get("pollMs", 5_000) / 1_000
    for event in clasp.events(lambda: call["after"], saved.append, poll=poll):
        taken.append(event)
        if len(taken) == call["take"]:
            return {"taken": taken, "saved": saved}


given = json.load(sys.stdin)
try:
    result = {"value": use(given["connection"], given["call"])}
except ClaspError as error:
    result = {"error": {"code": error.code, "isTemporary": error.is_temporary}}
print(json.dumps(result))
