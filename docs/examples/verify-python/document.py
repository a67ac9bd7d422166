"""What a document of the format clasp-proof/1 looks like."""

import base64
import json
import re
from collections.abc import Callable
from typing import Any

from primitives import SECP_ORDER, is_base64url, to_evm_address

FORMAT = "clasp-proof/1"
MAX_BYTES = 262_144
MAX_INTEGER = 2**53 - 1
MAX_SECONDS = 253_402_300_799
MAX_DEPTH = 32
Evidence = dict[str, Any]


class Unreadable(Exception):
    """The document is not a proof of this format."""


Form = Callable[[Any, str], None]


def form(holds: Callable[[Any], object], reason: str) -> Form:
    def check(value: Any, path: str) -> None:
        if not holds(value):
            raise Unreadable(f"malformed: {path} {reason}")

    return check


def matching(pattern: str, holds: Callable[[str], object] = lambda _: True) -> Form:
    return form(
        lambda value: isinstance(value, str) and re.fullmatch(pattern, value) and holds(value),
        "has another form",
    )


def integer(least: int, most: int) -> Form:
    return form(
        lambda value: type(value) is int and least <= value <= most,
        f"is not an integer from {least} to {most}",
    )


def shape(members: dict[str, Form]) -> Form:
    """Form of an object. An optional member has a question mark after its name."""
    forms = {name.rstrip("?"): check for name, check in members.items()}

    def check(value: Any, path: str) -> None:
        form(lambda value: isinstance(value, dict), "is not an object")(value, path)
        for name in value.keys() - forms.keys():
            raise Unreadable(f"malformed: {path} has a member {name!a}")
        for name in members.keys() - value.keys():
            if not name.endswith("?"):
                raise Unreadable(f"malformed: {path}.{name} is missing")
        for name in value:
            forms[name](value[name], f"{path}.{name}")

    return check


def items(item: Form) -> Form:
    def check(value: Any, path: str) -> None:
        form(lambda value: isinstance(value, list), "is not a list")(value, path)
        form(lambda value: 1 <= len(value) <= 255, "has not 1 to 255 items")(value, path)
        for index, each in enumerate(value):
            item(each, f"{path}[{index}]")

    return check


def one_of(kinds: dict[str, Form]) -> Form:
    known = form(
        lambda value: isinstance(value, dict) and value.get("type") in tuple(kinds),
        f"is not of a type that goes with the wallet: {', '.join(kinds)}",
    )

    def check(value: Any, path: str) -> None:
        known(value, path)
        kinds[value["type"]](value, path)

    return check


def is_base64(value: str) -> bool:
    return base64.b64encode(base64.b64decode(value)).decode() == value


def is_low(signature: str) -> bool:
    return int(signature[66:130], 16) <= SECP_ORDER // 2


# Characters are counted as UTF-16 code units.
TEXT = form(
    lambda value: isinstance(value, str) and len(value.encode("utf-16-le")) <= 2 * 8192,
    "is not a text of at most 8192 characters",
)
TELEGRAM_ID = matching("[1-9][0-9]{0,15}", lambda value: int(value) <= MAX_INTEGER)
OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
LOOPBACK = rf"(?:localhost|\[::1\]|127(?:\.{OCTET}){{3}})(?::[1-9][0-9]{{0,4}})?"
HOST = rf"(?:{LOOPBACK}|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]{{2,39}}\])"
BASE64 = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
EVM_ADDRESS = matching(
    "0x[0-9A-Fa-f]{40}", lambda value: value == to_evm_address(bytes.fromhex(value[2:]))
)
TON_ADDRESS = matching("(?:0|-1):[0-9a-f]{64}")
EVM_BLOCK = shape({"number": integer(0, MAX_INTEGER), "hash": matching("0x[0-9a-f]{64}")})
TON_BLOCK = shape({"seqno": integer(1, 2**32 - 1)})
CHAIN_KEY = {
    "publicKey": matching("[0-9a-f]{64}"),
    "deployed": form(lambda value: isinstance(value, bool), "is not true or false"),
    "block?": TON_BLOCK,
}
TON_PROOF = {
    "type": TEXT,
    "domain": matching(HOST, lambda value: len(value) <= 128),
    "nonce": matching(".*", lambda value: is_base64url(value, 43)),
    "timestamp": integer(0, MAX_SECONDS),
    "signature": matching("[A-Za-z0-9+/]{86}==", is_base64),
    "stateInit": matching(BASE64, lambda value: 0 < len(value) <= 65_536 and is_base64(value)),
    "chainKey?": shape(CHAIN_KEY),
}
EVM_MESSAGE = {"type": TEXT, "message": TEXT, "signature": matching("0x[0-9a-f]{128}1[bc]", is_low)}
EVM_CONTRACT = {
    "type": TEXT,
    "message": TEXT,
    "signature": matching("0x(?:[0-9a-f]{2}){0,16384}"),
    "block": EVM_BLOCK,
}
SAFE_SIGNATURE = {
    "owner": EVM_ADDRESS,
    "signature": matching("0x[0-9a-f]{128}(?:1[bcf]|20)", is_low),
}


def owned(members: dict[str, Form], address: Form, is_ordered: Callable[[Evidence], bool]) -> Form:
    """Form of evidence about a contract that has owners."""
    known = {"type": TEXT, "owners": items(address), "threshold": integer(1, 255)}

    def check(evidence: Any, path: str) -> None:
        shape(known | members)(evidence, path)
        owners, threshold = evidence["owners"], evidence["threshold"]
        distinct = form(lambda value: len(set(value)) == len(value), "has an owner twice")
        reachable = form(lambda value: value <= len(owners), "is above the number of owners")
        distinct(owners, f"{path}.owners")
        reachable(threshold, f"{path}.threshold")
        form(is_ordered, "has too few or too many signers, or not in their order")(evidence, path)

    return check


def has_ordered_signatures(evidence: Evidence) -> bool:
    signers = [signature["owner"].lower() for signature in evidence["signatures"]]
    return len(signers) == evidence["threshold"] and signers == sorted(set(signers))


def has_ordered_agreements(evidence: Evidence) -> bool:
    signers = [agreement["owner"] for agreement in evidence["agreements"]]
    return len(signers) >= evidence["threshold"] and signers == sorted(set(signers))


def quorum(address: Form, block: dict[str, Form], kinds: dict[str, Form]) -> Form:
    shown = shape({"owner": address, "telegramId": TELEGRAM_ID, "evidence": one_of(kinds)})
    hidden = shape({"owner": address, "withheld": form(lambda value: value is True, "is not true")})

    def agreement(value: Any, path: str) -> None:
        (hidden if isinstance(value, dict) and "withheld" in value else shown)(value, path)

    members = {"agreements": items(agreement)} | block
    return owned(members, address, has_ordered_agreements)


TON_KINDS = {"ton-proof": shape(TON_PROOF), "ton-text": shape(TON_PROOF | {"text": TEXT})}
EVM_KINDS = {"evm-message": shape(EVM_MESSAGE)}
SAFE = {"message": TEXT, "signatures": items(shape(SAFE_SIGNATURE)), "block": EVM_BLOCK}
CONTRACT_KINDS = {
    "evm-contract": shape(EVM_CONTRACT),
    "safe": owned(SAFE, EVM_ADDRESS, has_ordered_signatures),
    "quorum": quorum(EVM_ADDRESS, {"block": EVM_BLOCK}, EVM_KINDS),
}
KINDS_BY_CHAIN = {
    "tvm:": TON_KINDS | {"quorum": quorum(TON_ADDRESS, {"block?": TON_BLOCK}, TON_KINDS)},
    "eip155:1:": EVM_KINDS | CONTRACT_KINDS,
    "eip155:": CONTRACT_KINDS,
}


def check_wallet(wallet: Any, path: str) -> None:
    matching("eip155:[0-9]+:0x[0-9A-Fa-f]{40}|tvm:-(?:239|3):(?:0|-1)%3A[0-9a-f]{64}")(wallet, path)
    namespace, chain, address = wallet.split(":")
    if namespace == "eip155":
        # An id of a chain has the form of an id of an account.
        TELEGRAM_ID(chain, path)
        EVM_ADDRESS(address, path)


KID = matching("[A-Za-z0-9_.~+/=-]{1,64}")
MODULUS = matching(
    "(?=.{342,683}$)(?:[A-Za-z0-9_-]{4})*"
    "(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?"
)
COORDINATE = matching("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")


def exactly(text: str) -> Form:
    return matching(re.escape(text))


RSA_KEY = {"alg": exactly("RS256"), "kty": exactly("RSA"), "kid": KID, "e": exactly("AQAB")}
EC_KEY = {"alg": exactly("ES256"), "kty": exactly("EC"), "kid": KID, "crv": exactly("P-256")}
KEYS_BY_ALGORITHM = {
    "RS256": shape(RSA_KEY | {"n": MODULUS}),
    "ES256": shape(EC_KEY | {"x": COORDINATE, "y": COORDINATE}),
}


def check_key(value: Any, path: str) -> None:
    alg = value.get("alg") if isinstance(value, dict) else None
    known = KEYS_BY_ALGORITHM.get(alg) if isinstance(alg, str) else None
    if known is None:
        raise Unreadable(f"malformed: {path}.alg has another form")
    known(value, path)


COMPACT = matching(r"(?=.{1,8192}$)[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2}")
LAUNCH = shape({"botId": TELEGRAM_ID, "launch": TEXT})
LOGIN = shape({"botId": TELEGRAM_ID, "idToken": COMPACT, "jwk": check_key})


def check_telegram(value: Any, path: str) -> None:
    (LAUNCH if isinstance(value, dict) and "launch" in value else LOGIN)(value, path)


def check_document(document: Any) -> None:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable("unknown format")
    check_wallet(document.get("wallet"), "$.wallet")
    wallet = document["wallet"]
    kinds = next(kinds for start, kinds in KINDS_BY_CHAIN.items() if wallet.startswith(start))
    members = {"format": TEXT, "telegramId": TELEGRAM_ID, "wallet": TEXT, "evidence": one_of(kinds)}
    shape(members | {"telegram?": check_telegram})(document, "$")


def is_whole(number: str) -> bool:
    """Whether a number has no fraction, as its digits say and not as a double holds them."""
    mantissa, _, exponent = number.lower().removeprefix("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    trailing = len(digits) - len(digits.rstrip("0"))
    return not digits.strip("0") or len(fraction) - trailing <= int(exponent or "0")


def depth_of(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def parse_json(source: str) -> Any:
    def to_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("an object has a member twice")
        return dict(pairs)

    def to_number(digits: str) -> int | float:
        number = float(digits)
        if not number.is_integer():
            return number
        if not is_whole(digits):
            raise ValueError("a number is whole only after rounding")
        return int(number)

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        value = json.loads(
            source,
            object_pairs_hook=to_object,
            parse_float=to_number,
            parse_int=to_number,
            parse_constant=refuse,
        )
        deep = depth_of(value) > MAX_DEPTH
    except RecursionError:
        deep = True
    if deep:
        raise ValueError("nested too deeply")
    canonical(value)  # Refuses half of a character, escaped or not.
    return value


def canonical(document: Any) -> bytes:
    """The form of RFC 8785. A document needs neither fractions nor names beyond ASCII."""
    compact = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return compact.encode("utf-8")


def read_document(raw: bytes) -> dict[str, Any]:
    if len(raw) > MAX_BYTES:
        raise Unreadable(f"longer than {MAX_BYTES} bytes")
    try:
        document: dict[str, Any] = parse_json(raw.decode("utf-8"))
    except UnicodeError:
        raise Unreadable("not UTF-8") from None
    except ValueError as error:
        raise Unreadable(f"not JSON: {error}") from None
    check_document(document)
    return document
