"""Clasp's host API, for Python 3.10 or later, without dependencies. Copy this file next to your bot.

    clasp = Clasp("https://app.example.com", "clasp_…")
    clasp.wallets(412087331)

Calls block: in asyncio, write `await asyncio.to_thread(clasp.wallets, user_id)`. Answers are the JSON that /openapi.json of your
Clasp describes. Whatever fails raises a ClaspError.
"""

import base64
import hashlib
import hmac
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

Json = dict[str, Any]

# Event types of this version. Others may be added later, and are left out.
EVENT_TYPES = frozenset(
    "wallet.linked wallet.moved wallet.unlinked wallet.stale multisig.completed request.answered "
    "request.withdrawn join.asked join.decided join.ended user.deleted".split()
)
# Codes of ClaspError whose call may succeed later, and the others.
TEMPORARY_CODES = frozenset(
    "rate-limited idempotency-key-busy telegram-unreachable maintenance internal unreachable "
    "timed-out".split()
)
CODES = TEMPORARY_CODES | frozenset(
    "key-missing key-invalid scope-missing bad-request cursor-invalid cursor-outdated body-too-large "
    "not-found proof-missing no-such-call idempotency-key-malformed idempotency-key-reused "
    "webhook-not-configured join-decided answer-unreadable webhook-unsigned".split()
)

PAGE = 1_000
# Waits, in seconds: before the first retry, and the longest that a server may ask for.
FIRST_WAIT = 0.5
LONGEST_WAIT = 60
# What a proxy answers while the server behind it is away or busy.
PROXY_STATUSES = frozenset((429, 502, 503, 504))
# How old a webhook may be, in seconds.
TOLERANCE = 300


class ClaspError(Exception):
    """What went wrong, and then what to do about it. `code` is one of CODES."""

    def __init__(self, code: str, message: str, request_id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        # Under which Clasp's log has the call; None where Clasp has not answered.
        self.request_id = request_id

    @property
    def is_temporary(self) -> bool:
        """Whether the same call may succeed later."""
        return self.code in TEMPORARY_CODES


class Clasp:
    """The host API of a Clasp.

    `url` is its PUBLIC_URL, `key` an API key with the scopes of the calls. `timeout` is how long Clasp may be silent, in seconds;
    `retries`, how often a call that may succeed later is sent again. `traceparent` names the work that a call belongs to (W3C Trace
    Context); Clasp's log then has it.
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 10,
        retries: int = 2,
        traceparent: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._traceparent = traceparent
        self._opener = build_opener(_NoRedirect)

    def wallets(self, telegram_id: int | str) -> list[Json]:
        """The wallets that a Telegram account has proven to be its own, the primary one first. Scope `wallets:read`."""
        path = f"/v1/users/{_name(telegram_id)}/wallets"
        return self._call("GET", path, "wallets")["wallets"]

    def token(self, telegram_id: int | str, audience: str) -> str:
        """A token with the wallets of a Telegram account, for the site at an origin. Scope `proofs:read`.

        The site checks it with `/.well-known/jwks.json` of your Clasp. It is valid for ten minutes.
        """
        path = f"/v1/users/{_name(telegram_id)}/token"
        return self._call("GET", path, "token", query={"audience": audience})["token"]

    def links(self, **where: str) -> Iterator[Json]:
        """Every link with its holder, the oldest first; narrowed by `family`, `level` and `binding`. Scope `wallets:read`."""
        return self._pages("/v1/wallets", "data", where)

    def events(
        self,
        load: Callable[[], str | None],
        save: Callable[[str], None],
        *,
        poll: float = 5,
    ) -> Iterator[Json]:
        """The events, and then each new one as it comes. Scope `events:read`.

        `load` returns the cursor that was stored last, or None. `save` stores one, once every event before it has been taken and
        handled. After a stop, the events since then come again, with the same ids. `poll` is the wait for new ones, in seconds.
        """
        after = load()
        while True:
            query = {"after": after, "limit": PAGE}
            page = self._call("GET", "/v1/events", "data", query=query)
            yield from (event for event in page["data"] if event["type"] in EVENT_TYPES)
            if page["next"] != after:
                save(page["next"])
                after = page["next"]
            if not page["data"]:
                time.sleep(poll)

    def create_request(self, *, idempotency_key: str | None = None, **fields: Any) -> Json:
        """Makes a link that asks for a wallet; fields as `POST /v1/requests` takes them. Scope `requests:write`.

        `idempotency_key` makes the request once, also when your code sends it again.
        """
        return self._call(
            "POST", "/v1/requests", "code", body=fields, idempotency_key=idempotency_key
        )

    def read_request(self, code: str) -> Json:
        """Scope `requests:read`."""
        path = f"/v1/requests/{_name(code)}"
        return self._call("GET", path, "request", query={"limit": 1})["request"]

    def answers(self, code: str) -> Iterator[Json]:
        """Who answered, in the order in which they did. Scope `requests:read`."""
        return self._pages(f"/v1/requests/{_name(code)}", "answers", {})

    def close_request(self, code: str) -> Json:
        """Closes a request for good. Scope `requests:write`."""
        path = f"/v1/requests/{_name(code)}"
        return self._call("PATCH", path, "code", body={"state": "closed"})

    def decide_join(self, join_id: str, decision: str) -> Json:
        """Decides who joins a group: "approve", "decline" or "queue". Scope `joins:write`.

        `join_id` is `joinId` of an event `join.asked`. Within eight seconds, or the group's administrators are asked first.
        """
        path = f"/v1/joins/{_name(join_id)}"
        return self._call("POST", path, "state", body={"decision": decision})

    def _pages(self, path: str, field: str, where: Mapping[str, Any]) -> Iterator[Json]:
        after = None
        while True:
            answer = self._call("GET", path, field, query={**where, "after": after, "limit": PAGE})
            page = answer if field == "data" else answer[field]
            yield from page["data"]
            after = page["next"]
            if after is None:
                return

    def _call(
        self,
        method: str,
        path: str,
        field: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Json | None = None,
        idempotency_key: str | None = None,
    ) -> Json:
        """Returns the answer, which has the field."""
        sent = urlencode([(k, v) for k, v in (query or {}).items() if v is not None])
        request = Request(f"{self._url}{path}{'?' if sent else ''}{sent}", method=method)
        request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        if trace := self._traceparent():
            request.add_header("Traceparent", trace)
        if method != "GET":
            request.add_header("Idempotency-Key", idempotency_key or str(uuid.uuid4()))
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        tried = 0
        while True:
            try:
                return self._send(request, field)
            except _Failed as failed:
                wait = failed.wait
                if wait is None:
                    wait = FIRST_WAIT * 2**tried * (1 + random.random())
                if tried >= self._retries or not failed.is_temporary or wait > LONGEST_WAIT:
                    raise failed.error from None
                time.sleep(wait)
                tried += 1

    def _send(self, request: Request, field: str) -> Json:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                answer = _read_json(response.read())
        except HTTPError as error:
            raise _read_problem(error) from None
        except (OSError, HTTPException) as error:
            late = isinstance(error, TimeoutError) or isinstance(
                getattr(error, "reason", None), TimeoutError
            )
            if late:
                raise _Failed(ClaspError("timed-out", "Clasp did not answer in time.")) from None
            raise _Failed(ClaspError("unreachable", f"Clasp cannot be reached: {error}")) from None
        if not isinstance(answer, dict) or field not in answer:
            raise _Failed(_unreadable())
        return answer


def verify_webhook(body: bytes, headers: Mapping[str, str], signing_secret: str) -> Json | None:
    """The event of a request to WEBHOOK_URL, if Clasp has signed it in the last five minutes. It may come twice, with the same id.

    `body` is what came, unchanged; `signing_secret` is WEBHOOK_SIGNING_SECRET. None for an event of a type that this version does not
    know: answer it with 204 too. Raises ClaspError `webhook-unsigned`: answer it with 401.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    event_id, stamp = sent.get("webhook-id", ""), sent.get("webhook-timestamp", "")
    key = base64.b64decode(signing_secret.removeprefix("whsec_"))
    signed = f"{event_id}.{stamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = sent.get("webhook-signature", "").encode().split(b" ")
    is_signed = any([hmac.compare_digest(expected, one) for one in signatures])
    is_recent = re.fullmatch("[0-9]{1,12}", stamp) and abs(time.time() - int(stamp)) <= TOLERANCE
    if not is_signed or not is_recent:
        raise ClaspError(
            "webhook-unsigned", "The request has no valid signature of the last five minutes."
        )
    event = _read_json(body)
    if not isinstance(event, dict):
        raise _unreadable()
    return event if event.get("type") in EVENT_TYPES else None


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would take the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Failed(Exception):
    """A try that failed. `wait` is how long Clasp asks to wait, in seconds."""

    def __init__(self, error: ClaspError, wait: float | None = None) -> None:
        self.error = error
        self.is_temporary = error.is_temporary
        self.wait = wait


def _name(value: int | str) -> str:
    if not re.fullmatch("[0-9A-Za-z_-]+", str(value)):
        raise ClaspError("bad-request", f"{value!r} is no Telegram id and no code of a request.")
    return str(value)


def _read_problem(error: HTTPError) -> _Failed:
    problem = _read_json(error.read())
    after = error.headers.get("Retry-After", "")
    wait = float(after) if re.fullmatch("[0-9]{1,9}", after) else None
    if isinstance(problem, dict) and problem.get("code") in CODES:
        message = f"{problem['title']}. {problem['detail']}"
        return _Failed(ClaspError(problem["code"], message, problem.get("requestId")), wait)
    if error.code in PROXY_STATUSES:
        return _Failed(ClaspError("unreachable", f"A proxy answered {error.code}."), wait)
    return _Failed(_unreadable())


def _read_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _unreadable() -> ClaspError:
    return ClaspError(
        "answer-unreadable", "The answer is none that this version knows. Is this Clasp's address?"
    )
