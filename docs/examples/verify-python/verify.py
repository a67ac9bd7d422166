"""Verifies a proof of the format clasp-proof/1 (docs/proof-format.md). Asks no chain."""

import argparse
import base64
import calendar
import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from document import (
    FORMAT,
    HOST,
    LOOPBACK,
    MAX_BYTES,
    MAX_INTEGER,
    MAX_SECONDS,
    Evidence,
    Unreadable,
    canonical,
    parse_json,
    read_document,
)
from primitives import (
    Cell,
    Failed,
    check_ed25519,
    check_es256,
    check_rs256,
    crc16,
    from_base64url,
    is_base64url,
    keccak,
    read_bag,
    recover_signer,
    require,
    to_base64url,
)

PASSED, FAILED, OPEN = "passed", "failed", "open"
TELEGRAM_KEYS = {
    "production": "e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d",
    "test": "40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec",
}
TELEGRAM_ISSUER = "https://oauth.telegram.org"


class LoginKey(NamedTuple):
    """A key of Telegram for logins."""

    name: str
    jwk: dict[str, str]
    # The last second of its use; none while Telegram uses it.
    until: int | None = None


TELEGRAM_LOGIN_KEYS = [
    LoginKey(
        "production",
        {
            "kid": "oidc-1",
            "n": "5RneLtsKvVcxdv6gu6gxEQu30Cru5NiMQnY6SNr9ZyZFZ4ya-pfHNuaZXJ6QPG0JSFwoxeOkEO2-eZN_REVPm448"
            "PvjjsR1eQdZ5QpEkNxnItFcmxkHH91v5cgf52_EI9BGO-MT6f1vaBSg3uWHFlDxI7J2AYxNvd1_Nf3TkgrrR7gyJFTmE"
            "Iai5RefGnA0KGNYDlRIGUzrz2F05n6gTaHFT_iHL5UHatTZA4GCiUSjIOuwqu5pE5uZge20TFv3cxXMQaFw_xv1pgQt_"
            "Rq8eoCN7TS0RQ0zjWKiad-W286BcFectXsUm03p5Nq_kY4mf_7rqwX_B8yy_bBreyKn7RQ",
        },
    ),
    LoginKey(
        "production",
        {
            "kid": "oidc-es256-1",
            "x": "ahVYrohhX6YA7w0P2gUNSwMFbaabCgBZFkeq9bWdmwU",
            "y": "Ea8nKJ34VQMA7zv8aYDfzcBhXEjnWQ9C06jVke_eUV0",
        },
    ),
]


class TrustedKeys(NamedTuple):
    """Keys that are trusted as Telegram's."""

    # For launches: in hex, by their names.
    launches: dict[str, str]
    logins: list[LoginKey] = TELEGRAM_LOGIN_KEYS


class Check(NamedTuple):
    name: str
    result: str
    reason: str = ""


class Claim(NamedTuple):
    """What evidence is to show: who holds the wallet, and which multisig an agreement is about."""

    wallet: str
    telegram_id: str
    multisig: str | None = None


# --- Times ---

SECOND = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9]Z"
# How far clocks may differ, in seconds.
CLOCKS_DIFFER = 600
# Python has no year 0, which has as many days as the year 400.
YEARS_400 = 146_097 * 86_400
YEAR_1 = -62_135_596_800


def to_seconds(shown: str) -> int:
    """Unix time of a time in UTC, with or without milliseconds."""
    year_0 = shown.startswith("0000-")
    parsed = datetime.strptime(shown[:19].replace("0000-", "0400-"), "%Y-%m-%dT%H:%M:%S")
    return calendar.timegm(parsed.timetuple()) - (YEARS_400 if year_0 else 0)


def show_time(seconds: int) -> str:
    if seconds < YEAR_1:
        return "0000" + show_time(seconds + YEARS_400)[4:]
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"


def is_time(shown: str) -> bool:
    try:
        to_seconds(shown)
    except ValueError:
        return False
    return True


# --- Wallets of TON ---

WALLET_TG = "9149ae51c1e4689710cebf7830297b16acfbadb363a920a537893e7ffeeca768"
# Hash of the code: where the key starts in the data, and what the data must start with.
KEYS_IN_DATA = {
    "a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c": (32, ""),
    "d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c": (32, ""),
    "587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff": (32, ""),
    "5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329": (32, ""),
    "fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1": (32, ""),
    "b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581": (64, ""),
    "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599": (64, ""),
    "64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d": (64, ""),
    "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0": (64, ""),
    "f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93": (113, "0"),
    "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f": (65, "1"),
    WALLET_TG: (72, ""),
}


def split_address(wallet: str) -> tuple[int, bytes]:
    """Workchain and account id of a wallet `tvm:…`."""
    workchain, account = wallet.split(":")[2].split("%3A")
    return int(workchain), bytes.fromhex(account)


def read_state_init(evidence: Evidence) -> Cell:
    root = read_bag(base64.b64decode(evidence["stateInit"]))
    require(root.bits == "00110" and len(root.references) == 2, "another layout of the StateInit")
    require(not root.references[1].library, "the data is a library cell")
    return root


def check_state_init(evidence: Evidence, claim: Claim) -> None:
    account = split_address(claim.wallet)[1]
    require(read_state_init(evidence).hash == account, "the StateInit is of another account")


def read_wallet(evidence: Evidence) -> tuple[str, Cell]:
    """The hash of the code, in hex, and the data."""
    code, data = read_state_init(evidence).references
    return code.hash.hex(), data


def key_in_data(code_hash: str, data: Cell) -> str:
    offset, start = KEYS_IN_DATA[code_hash]
    require(data.bits.startswith(start), "the key may not sign")
    require(len(data.bits) >= offset + 256, "the data is too short")
    return f"{int(data.bits[offset : offset + 256], 2):064x}"


def check_key(evidence: Evidence, _: Claim) -> str:
    code_hash, data = read_wallet(evidence)
    chain_key = evidence.get("chainKey")
    if code_hash in KEYS_IN_DATA and code_hash != WALLET_TG:
        require(chain_key is None, "chainKey is present, but the StateInit has the key")
        key_in_data(code_hash, data)
        return PASSED
    if chain_key is None:
        raise Failed("only the chain has the key, and chainKey is absent")
    if not chain_key["deployed"]:
        require(code_hash == WALLET_TG, "nobody knows the key before the contract is deployed")
        require(key_in_data(code_hash, data) == chain_key["publicKey"], "the data has another key")
    return OPEN


def commitment(evidence: Evidence, claim: Claim) -> str:
    chain = claim.wallet.rpartition(":")[0]
    lines = [FORMAT, chain, evidence["domain"], claim.telegram_id, evidence["nonce"]]
    lines += [claim.multisig] if claim.multisig else []
    return to_base64url(hashlib.sha256("\n".join(lines).encode()).digest())


def account_bytes(claim: Claim) -> bytes:
    workchain, account = split_address(claim.wallet)
    return workchain.to_bytes(4, "big", signed=True) + account


def ton_proof_digest(evidence: Evidence, claim: Claim, payload: str) -> bytes:
    domain = evidence["domain"].encode()
    message = b"ton-proof-item-v2/" + account_bytes(claim)
    message += len(domain).to_bytes(4, "little") + domain
    message += evidence["timestamp"].to_bytes(8, "little") + payload.encode()
    return hashlib.sha256(b"\xff\xffton-connect" + hashlib.sha256(message).digest()).digest()


def ton_text_digest(evidence: Evidence, claim: Claim) -> bytes:
    domain, text = evidence["domain"].encode(), evidence["text"].encode()
    message = b"\xff\xffton-connect/sign-data/" + account_bytes(claim)
    message += len(domain).to_bytes(4, "big") + domain + evidence["timestamp"].to_bytes(8, "big")
    message += b"txt" + len(text).to_bytes(4, "big") + text
    return hashlib.sha256(message).digest()


def check_ton_signature(evidence: Evidence, claim: Claim) -> None:
    if evidence["type"] == "ton-proof":
        digest = ton_proof_digest(evidence, claim, commitment(evidence, claim))
    else:
        digest = ton_text_digest(evidence, claim)
    chain_key = evidence.get("chainKey")
    key = chain_key["publicKey"] if chain_key else key_in_data(*read_wallet(evidence))
    check_ed25519(bytes.fromhex(key), base64.b64decode(evidence["signature"]), digest)


def only_line(text: str, label: str) -> str:
    found = [line for line in text.split("\n") if line.startswith(label)]
    require(len(found) == 1, f"not one line starts with “{label}”")
    return found[0].removeprefix(label)


def account_name(telegram_id: str) -> str:
    """A pattern of NAME."""
    return rf"(?:with the id {telegram_id}|@[A-Za-z0-9_]{{1,32}} \(id {telegram_id}\))"


def check_text(evidence: Evidence, claim: Claim) -> None:
    text, start, end = evidence["text"], "Link this wallet to the Telegram account ", "."
    if claim.multisig:
        start = "Agree, with the Telegram account "
        end = ", to link a multisig of which this wallet is a signer."
        shown = only_line(text, "Multisig: ")
        require(is_friendly(shown, claim.multisig), "the text names another multisig")
    named = re.match(f"{start}{account_name(claim.telegram_id)} in ", text)
    require(named, "the text does not name the account")
    first = text.partition("\n")[0]
    require(first.endswith(f" at {evidence['domain']}{end}"), "the text names another domain")
    nonce = only_line(text, "Nonce: ")
    require(nonce == commitment(evidence, claim), "the nonce is not the commitment")
    for label in ("Issued: ", "Expires: "):
        shown = only_line(text, label)
        require(re.fullmatch(SECOND, shown) and is_time(shown), f"“{label}” is not a time")


def is_friendly(shown: str, wallet: str) -> bool:
    """Whether this is a friendly form of the address of a wallet `tvm:…`."""
    if not is_base64url(shown, 48):
        return False
    raw = from_base64url(shown)
    workchain, account = split_address(wallet)
    flags = (0x91, 0xD1) if wallet.startswith("tvm:-3:") else (0x11, 0x51)
    address = workchain.to_bytes(1, "big", signed=True) + account
    checksum = crc16(raw[:34]).to_bytes(2, "big")
    return raw[0] in flags and raw[1:34] == address and raw[34:] == checksum


# --- EVM ---

TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9]\.[0-9]{3}Z"


def eip191(message: bytes) -> bytes:
    return keccak(b"\x19Ethereum Signed Message:\n" + str(len(message)).encode() + message)


def read_message(message: str, claim: Claim) -> dict[str, str]:
    """Parts of an EIP-4361 message, if it names the wallet, and the account as its resource."""
    lines = [
        f"(?P<domain>{HOST}) wants you to sign in with your Ethereum account:",
        claim.wallet.split(":")[2],
        "",
        "(?P<statement>[^\n]+)",
        "",
        "URI: (?P<scheme>https?)://(?P=domain)",
        "Version: 1",
        "Chain ID: (?P<chain>[1-9][0-9]{0,15})",
        "Nonce: [0-9a-f]{64}",
        f"Issued At: (?P<issued>{TIME})",
        f"Expiration Time: (?P<expires>{TIME})",
        "Request ID: [A-Za-z0-9_-]{1,64}",
        "Resources:",
        rf"- tg://user\?id={claim.telegram_id}",
    ]
    found = re.fullmatch("\n".join(lines), message)
    if found is None:
        raise Failed("the message has other lines")
    return found.groupdict()


def statement_start(evidence: Evidence, claim: Claim) -> str:
    """A pattern of what comes before NAME."""
    if claim.multisig:
        _, chain, safe = claim.multisig.split(":")
        return (
            f"As one of its owners, agree to link Safe {safe} on chain {chain} to the Telegram"
            " accounts of the owners who agree, yours being the Telegram account "
        )
    what = "wallet" if evidence["type"] == "evm-message" else "(?:wallet|Safe)"
    return f"Link this {what} to the Telegram account "


def check_message(evidence: Evidence, claim: Claim) -> None:
    parts = read_message(evidence["message"], claim)
    require(len(parts["domain"]) <= 128, "the domain is too long")
    local = re.fullmatch(LOOPBACK, parts["domain"])
    require(parts["scheme"] == "https" or local, "the scheme of the URI is not https")
    require(is_time(parts["issued"]) and is_time(parts["expires"]), "a time does not exist")
    chains = (parts["chain"], claim.wallet.split(":")[1])
    require(evidence["type"] == "evm-message" or len(set(chains)) == 1, "another chain")
    start = statement_start(evidence, claim) + account_name(claim.telegram_id)
    require(re.match(f"{start}(?::| in )", parts["statement"]), "another statement")


def check_evm_signature(evidence: Evidence, claim: Claim) -> None:
    digest = eip191(evidence["message"].encode())
    signer = recover_signer(digest, bytes.fromhex(evidence["signature"][2:]))
    require(signer == claim.wallet.split(":")[2], "the signer is another address")


def safe_message_hash(message: str, wallet: str) -> bytes:
    """EIP-712 hash of a SafeMessage."""
    _, chain, safe = wallet.split(":")
    domain_type = keccak(b"EIP712Domain(uint256 chainId,address verifyingContract)")
    address = bytes(12) + bytes.fromhex(safe[2:])
    domain = keccak(domain_type + int(chain).to_bytes(32, "big") + address)
    content = keccak(keccak(b"SafeMessage(bytes message)") + keccak(eip191(message.encode())))
    return keccak(b"\x19\x01" + domain + content)


def check_safe_signatures(evidence: Evidence, claim: Claim) -> None:
    digest = safe_message_hash(evidence["message"], claim.wallet)
    for item in evidence["signatures"]:
        owner, signature = item["owner"], bytes.fromhex(item["signature"][2:])
        require(owner in evidence["owners"], f"{owner} is not an owner")
        if signature[64] > 28:
            signer = recover_signer(eip191(digest), signature[:64] + bytes([signature[64] - 4]))
        else:
            signer = recover_signer(digest, signature)
        require(signer == owner, f"the signature is not by {owner}")


# --- Site and time, which whoever signs states ---


def line_time(text: str, name: str) -> int:
    start = f"{name}: "
    line = next(line for line in text.split("\n") if line.startswith(start))
    return to_seconds(line.removeprefix(start))


def times_of(evidence: Evidence) -> list[tuple[int, int, int]]:
    """When each signature was made, and from when to when its text holds."""
    if evidence["type"] == "quorum":
        shown = shown_agreements(evidence)
        return [times for one in shown for times in times_of(one["evidence"])]
    if evidence["type"] == "ton-proof":
        return [(evidence["timestamp"],) * 3]
    if evidence["type"] == "ton-text":
        text = evidence["text"]
        return [(evidence["timestamp"], line_time(text, "Issued"), line_time(text, "Expires"))]
    issued = line_time(evidence["message"], "Issued At")
    return [(issued, issued, line_time(evidence["message"], "Expiration Time"))]


def signed_at(evidence: Evidence) -> int:
    return max(signed for signed, _, _ in times_of(evidence))


def check_time(evidence: Evidence, _: Claim) -> None:
    for signed, start, end in times_of(evidence):
        require(signed <= time.time() + CLOCKS_DIFFER, "the time is in the future")
        holds = start <= end and start - CLOCKS_DIFFER <= signed <= end + CLOCKS_DIFFER
        require(holds, "the text did not hold at this time")


# --- The checks of each kind of evidence ---


def shown_agreements(evidence: Evidence) -> list[dict[str, Any]]:
    return [agreement for agreement in evidence["agreements"] if "withheld" not in agreement]


def check_agreements(evidence: Evidence, claim: Claim) -> str:
    for agreement in evidence["agreements"]:
        require(agreement["owner"] in evidence["owners"], f"{agreement['owner']} is not an owner")
    shown = shown_agreements(evidence)
    require(len(shown) >= evidence["threshold"], "too few agreements are shown")
    accounts = [agreement["telegramId"] for agreement in shown]
    require(claim.telegram_id in accounts, "the account of the document did not agree")
    results = [result for agreement in shown for result in check_agreement(agreement, claim)]
    domains = {find_domain(agreement["evidence"]) for agreement in shown}
    require(len(domains) == 1, "the agreements name different domains")
    return OPEN if OPEN in results else PASSED


def check_agreement(agreement: dict[str, Any], claim: Claim) -> list[str]:
    network = claim.wallet.rpartition(":")[0] if claim.wallet.startswith("tvm:") else "eip155:1"
    wallet = f"{network}:{agreement['owner'].replace(':', '%3A')}"
    own = Claim(wallet, agreement["telegramId"], claim.wallet)
    checks = run(steps_of(agreement["evidence"], own))
    name, result, reason = checks[-1]
    require(result != FAILED, f"{agreement['owner']}: {name}: {reason}")
    return [check.result for check in checks]


def find_domain(evidence: Evidence) -> str:
    """The domain of evidence that passed its checks."""
    if evidence["type"] == "quorum":
        return find_domain(shown_agreements(evidence)[0]["evidence"])
    domain: str = evidence.get("domain") or evidence["message"].partition(" ")[0]
    return domain


def ask_chain(*_: object) -> str:
    return OPEN


# A check returns how it ended, None being `passed`, or raises Failed.
Step = tuple[str, Callable[[], str | None]]
Checks = list[tuple[str, Callable[[Evidence, Claim], str | None]]]
TON_CHECKS: Checks = [
    ("state-init", check_state_init),
    ("key", check_key),
    ("signature", check_ton_signature),
]
OWNERS: Checks = [("owners", ask_chain), ("owners-now", ask_chain)]
ACCEPTANCE: Checks = [("acceptance", ask_chain), ("acceptance-now", ask_chain)]
CHECKS: dict[str, Checks] = {
    "ton-proof": TON_CHECKS,
    "ton-text": [("text", check_text), *TON_CHECKS],
    "evm-message": [("message", check_message), ("signature", check_evm_signature)],
    "evm-contract": [("message", check_message), *ACCEPTANCE],
    "safe": [("message", check_message), ("signatures", check_safe_signatures), *OWNERS],
    "quorum": [("agreements", check_agreements), *OWNERS],
}


def steps_of(evidence: Evidence, claim: Claim) -> list[Step]:
    return [(name, partial(check, evidence, claim)) for name, check in CHECKS[evidence["type"]]]


def run(steps: Iterable[Step]) -> list[Check]:
    """Ends at the first check that fails."""
    checks: list[Check] = []
    for name, step in steps:
        try:
            checks.append(Check(name, step() or PASSED))
        except Failed as failure:
            return [*checks, Check(name, FAILED, str(failure))]
    return checks


# --- Telegram's signature ---


def read_launch(document: dict[str, Any]) -> dict[str, str]:
    launch = document["telegram"]["launch"]
    require(not re.search("%(?![0-9A-Fa-f]{2})", launch), "the launch data has a stray %")
    try:
        pairs = parse_qsl(launch, keep_blank_values=True, strict_parsing=True, errors="strict")
    except ValueError:
        raise Failed("the launch data is not a query string") from None
    fields = dict(pairs)
    require(len(fields) == len(pairs), "the launch data has a field twice")
    require("hash" not in fields, "the launch data has the field hash")
    require(all(re.fullmatch("[A-Za-z0-9_]+", name) for name in fields), "a field has another name")
    require(not re.search("[\r\n]", "".join(fields.values())), "a field has a line break")
    date = fields.get("auth_date", "")
    dated = re.fullmatch("[0-9]{1,12}", date) and int(date) <= MAX_SECONDS
    require(dated and "start_param" in fields, "the launch data has no date or no start parameter")
    return fields


def find_telegram_key(document: dict[str, Any], keys: TrustedKeys) -> str:
    """The name of the trusted key that signed the launch."""
    fields = read_launch(document)
    read_user_id(fields)
    signature = fields.pop("signature", "")
    require(is_base64url(signature, 86), "the launch data has no signature")
    lines = [f"{name}={fields[name]}" for name in sorted(fields)]
    message = "\n".join([f"{document['telegram']['botId']}:WebAppData", *lines])
    for name, key in keys.launches.items():
        try:
            check_ed25519(bytes.fromhex(key), from_base64url(signature), message.encode())
        except Failed:
            continue
        return name
    raise Failed("no trusted key of Telegram signed the launch data")


def read_user_id(fields: dict[str, str]) -> int:
    try:
        user = parse_json(fields.get("user", ""))
    except ValueError:
        raise Failed("the user is not JSON") from None
    found = user.get("id") if isinstance(user, dict) else None
    if type(found) is not int or not 1 <= found <= MAX_INTEGER:
        raise Failed("the user has no id")
    return found


def read_part(part: str) -> dict[str, Any]:
    """An object that is written as JSON in base64url."""
    require(is_base64url(part, len(part)), "a part of the token is not base64url")
    try:
        value = parse_json(from_base64url(part).decode("utf-8"))
    except ValueError:
        raise Failed("a part of the token is not JSON in UTF-8") from None
    require(isinstance(value, dict), "a part of the token is no object")
    found: dict[str, Any] = value
    return found


def to_integer(text: str) -> int:
    return int.from_bytes(from_base64url(text), "big")


def read_token(member: dict[str, Any]) -> dict[str, Any]:
    """The claims of a token that the key beside it signed."""
    jwk = member["jwk"]
    header, claims, signature = member["idToken"].split(".")
    head = read_part(header)
    named = (head.get("alg"), head.get("kid")) == (jwk["alg"], jwk["kid"])
    require(named and "crit" not in head, "the header names another key or algorithm")
    require(is_base64url(signature, len(signature)), "the signature is not base64url")
    signed, message = from_base64url(signature), f"{header}.{claims}".encode()
    if jwk["alg"] == "RS256":
        check_rs256(to_integer(jwk["n"]), signed, message)
    else:
        check_es256(to_integer(jwk["x"]), to_integer(jwk["y"]), signed, message)
    return read_part(claims)


def read_login(document: dict[str, Any], keys: TrustedKeys) -> dict[str, Any]:
    member = document["telegram"]
    claims, jwk = read_token(member), member["jwk"]
    texts = (claims.get("iss"), claims.get("aud"), claims.get("nonce"))
    require(all(isinstance(text, str) for text in texts), "the token lacks a claim")
    times = (claims.get("iat"), claims.get("exp"))
    dated = all(type(time) is int and 0 <= time <= MAX_SECONDS for time in times)
    account = str(claims["id"]) if type(claims.get("id")) in (int, str) else ""
    known = re.fullmatch("[1-9][0-9]{0,15}", account) and int(account) <= MAX_INTEGER
    require(dated and known, "the token has no times or no account")
    require(claims["aud"] == member["botId"], "the token is for another bot")
    require(claims["iss"] == TELEGRAM_ISSUER, "the token is from another issuer")
    of_kid = [key for key in keys.logins if key.jwk["kid"] == jwk["kid"]]
    same = [key for key in of_kid if all(jwk.get(name) == key.jwk[name] for name in key.jwk)]
    require(same or not of_kid, "another key has this kid")
    trusted = None
    if same:
        until = same[0].until
        require(until is None or claims["iat"] <= until, "the key was Telegram's only before")
        trusted = {"name": same[0].name, "until": until}
    signed = {"type": "login", "botId": member["botId"], "signedAt": claims["iat"]}
    key = {"kid": jwk["kid"], "trusted": trusted}
    return signed | {"expiresAt": claims["exp"], "key": key}


def read_signed(document: dict[str, Any], keys: TrustedKeys) -> dict[str, Any]:
    """What Telegram signed, by a launch or a login."""
    member = document["telegram"]
    if "idToken" in member:
        return read_login(document, keys)
    key = find_telegram_key(document, keys)
    date = int(read_launch(document)["auth_date"])
    return {"type": "launch", "botId": member["botId"], "signedAt": date, "key": key}


def read_said(document: dict[str, Any]) -> tuple[str, Any]:
    """The account, and what it was asked to sign."""
    member = document["telegram"]
    if "idToken" in member:
        claims = read_token(member)
        return str(claims["id"]), claims["nonce"]
    fields = read_launch(document)
    return str(read_user_id(fields)), fields["start_param"]


def is_trusted(signed: dict[str, Any]) -> bool:
    return signed["type"] == "launch" or signed["key"]["trusted"] is not None


def check_telegram_signature(document: dict[str, Any], keys: TrustedKeys) -> str:
    return PASSED if is_trusted(read_signed(document, keys)) else OPEN


def check_telegram_account(document: dict[str, Any]) -> None:
    account, _ = read_said(document)
    require(account == document["telegramId"], "Telegram signed for another account")


def digest_of(document: dict[str, Any]) -> str:
    bare = {name: value for name, value in document.items() if name != "telegram"}
    return to_base64url(hashlib.sha256(canonical(bare)).digest())


def check_telegram_proof(document: dict[str, Any]) -> None:
    _, code = read_said(document)
    require(code == f"p1_{digest_of(document)}", "Telegram signed for another proof")


def check_telegram_time(document: dict[str, Any], keys: TrustedKeys) -> None:
    signed = read_signed(document, keys)
    date = signed["signedAt"]
    require(date <= time.time() + CLOCKS_DIFFER, "Telegram signed in the future")
    require(date >= signed_at(document["evidence"]) - CLOCKS_DIFFER, "the proof is younger")
    require(signed.get("expiresAt", 0) <= time.time(), "the token has not expired")


# --- What follows ---


def verify(document: dict[str, Any], keys: TrustedKeys) -> list[Check]:
    claim = Claim(document["wallet"], document["telegramId"])
    steps = steps_of(document["evidence"], claim)
    steps.append(("time", partial(check_time, document["evidence"], claim)))
    if "telegram" in document:
        steps += [
            ("telegram-signature", partial(check_telegram_signature, document, keys)),
            ("telegram-account", partial(check_telegram_account, document)),
            ("telegram-proof", partial(check_telegram_proof, document)),
            ("telegram-time", partial(check_telegram_time, document, keys)),
        ]
    return run(steps)


EXIT_CODES = {"proven": 0, "refused": 1, "unreadable": 2, "open": 3}
# Whose word site and time are.
STATED_BY = {"ton-proof": ("wallet", "wallet"), "ton-text": ("message", "wallet")}
GIVERS = {"wallet": "The wallet", "message": "The message"}


def judge(checks: list[Check]) -> str:
    results = {check.result for check in checks}
    return "refused" if FAILED in results else "open" if OPEN in results else "proven"


def facts_of(document: dict[str, Any], keys: TrustedKeys) -> dict[str, Any]:
    """What a document shows that was not refused, and whose word each part is."""
    evidence = document["evidence"]
    kind = evidence["type"]
    owners = None
    if "owners" in evidence:
        signed = shown_agreements(evidence) if kind == "quorum" else evidence["signatures"]
        needed = evidence["threshold"]
        owners = {"signed": len(signed), "of": len(evidence["owners"]), "needed": needed}
    by_key = kind == "evm-message" or (kind.startswith("ton-") and "chainKey" not in evidence)
    both = "owners" if kind == "quorum" else "message"
    site_word, time_word = STATED_BY.get(kind, (both, both))
    named = {name: document[name] for name in ("wallet", "telegramId")}
    claim = {"type": kind} | named | {"owners": owners, "word": "key" if by_key else "document"}
    return {
        "claim": claim,
        "site": {"word": site_word, "domain": find_domain(evidence)},
        "time": {"word": time_word, "seconds": signed_at(evidence)},
        "telegram": read_signed(document, keys) if "telegram" in document else None,
        "digest": digest_of(document),
    }


def show_wallet(name: str) -> str:
    """A wallet as its owner knows it, and its name in CAIP-10."""
    if name.startswith("eip155:"):
        return f"{name.split(':')[2]} ({name})"
    workchain, account = split_address(name)
    tag = 0xD1 if name.startswith("tvm:-3:") else 0x51
    raw = bytes([tag]) + workchain.to_bytes(1, "big", signed=True) + account
    return f"{to_base64url(raw + crc16(raw).to_bytes(2, 'big'))} ({name})"


def show_claim(claim: dict[str, Any]) -> str:
    wallet, owners = show_wallet(claim["wallet"]), claim["owners"]
    account = f"Telegram account {claim['telegramId']}"
    names = f"a message that names {account}."
    some = owners and f"{owners['signed']} of {owners['of']} owners ({owners['needed']} needed)"
    match claim["type"]:
        case "ton-proof":
            commits = f"approved a request that commits to {account}."
            return f"the key of {wallet} {commits} The wallet did not show the account."
        case "evm-contract":
            return f"the contract {wallet} accepted a signature of {names}"
        case "safe":
            return f"{some} of the Safe {wallet} signed {names}"
        case "quorum":
            agreed = f"agreed to link it. {account} is one of those that agreed."
            return f"{some} of the multisig {wallet} {agreed}"
        case _:
            return f"the key of {wallet} signed {names}"


def sentences(facts: dict[str, Any]) -> list[str]:
    """What follows from the facts, and whose word it is."""
    claim, site, signed = (facts[name] for name in ("claim", "site", "time"))
    shown, word = show_claim(claim), claim["word"]
    site_by = GIVERS.get(site["word"], "Those who agreed")
    time_by = GIVERS.get(signed["word"], "The last of them")
    lines = [
        shown[0].upper() + shown[1:] if word == "key" else f"If the chain confirms it: {shown}",
        f"{site_by} name{'' if site['word'] == 'owners' else 's'} the site {site['domain']}.",
        f"{time_by} gives the time {show_time(signed['seconds'])}.",
        "Whoever signs can make up both.",
    ]
    return [*lines, *sentences_of_telegram(facts["telegram"], claim["telegramId"])]


NOTHING_OF_TELEGRAM = "Nothing shows that the holder of the Telegram account took part."


def sentences_of_telegram(signed: dict[str, Any] | None, account: str) -> list[str]:
    if signed is None:
        return [NOTHING_OF_TELEGRAM]
    bot, key = signed["botId"], signed["key"]
    existed = (
        f"The proof existed at the latest on {show_time(signed['signedAt'])}, when Telegram signed."
    )
    if signed["type"] == "launch":
        opened = f"account {account} opened bot {bot} by a link with the digest of this proof (key: {key})."
        if key not in ("production", "test"):
            return [f"A key that is not Telegram’s own signed that {opened} That may show nothing."]
        test = "The signature is from Telegram’s test environment, where everybody can have accounts."
        return [
            f"Telegram signed that {opened}",
            *([test] if key == "test" else []),
            existed,
            "Anyone can send such a link. Opening it is a tap, and agrees to nothing.",
        ]
    login = f"account {account} logged in with bot {bot}, with the digest of this proof"
    if not is_trusted(signed):
        unknown = f"The key that signed it ({key['kid']}) is none that this verifier knows"
        whose = "only whoever made the document says that it is Telegram’s."
        return [f"A token says that {login}. {unknown}: {whose}", NOTHING_OF_TELEGRAM]
    name, until = key["trusted"]["name"], key["trusted"]["until"]
    known = "" if until is None else f", known until {show_time(until)}"
    return [
        f"Telegram signed that {login} (key: {name} {key['kid']}{known}).",
        existed,
        "The holder agreed to a login. Telegram did not show them this proof.",
    ]


def outcome(raw: bytes, keys: TrustedKeys) -> dict[str, Any]:
    try:
        document = read_document(raw)
    except Unreadable as error:
        return {"verdict": "unreadable", "reason": str(error)}
    checks = verify(document, keys)
    verdict = judge(checks)
    facts = {} if verdict == "refused" else {"facts": facts_of(document, keys)}
    return {"verdict": verdict, "checks": [to_json(check) for check in checks]} | facts


def to_json(check: Check) -> dict[str, str]:
    reason = {"reason": check.reason} if check.reason else {}
    return {"check": check.name, "result": check.result} | reason


def report(result: dict[str, Any]) -> None:
    if result["verdict"] == "unreadable":
        print(f"This document cannot be read: {result['reason']}", file=sys.stderr)
        return
    for check in result["checks"]:
        reason = f": {check['reason']}" if "reason" in check else ""
        print(f"{check['result']:<8}{check['check']}{reason}")
    print()
    if "facts" in result:
        print(*sentences(result["facts"]), sep="\n")
    else:
        print("A check failed. Nothing shows that this was ever true.")


def print_vectors(folder: Path) -> None:
    """One line of JSON for each vector: its file, its outcome, and the sentences of it."""
    for path in sorted(folder.glob("*.json")):
        vector = json.loads(path.read_text("utf-8"))
        # Half of a character stays what it is: not UTF-8.
        raw = vector["document"].encode("utf-8", "surrogatepass")
        keys = to_trusted_keys(vector.get("telegramKey"), vector.get("loginKeys", []))
        result = outcome(raw, keys)
        lines = sentences(result["facts"]) if "facts" in result else []
        print(json.dumps({"file": path.name, "outcome": result, "lines": lines}))


def to_telegram_key(argument: str) -> str:
    key = TELEGRAM_KEYS.get(argument, argument)
    if not re.fullmatch("[0-9a-f]{64}", key):
        raise argparse.ArgumentTypeError("is neither “test” nor 64 lower-case hex digits")
    return key


def to_trusted_keys(further: str | None, logins: list[dict[str, Any]] | None = None) -> TrustedKeys:
    """Telegram's production keys, and further ones."""
    keys = {"production": TELEGRAM_KEYS["production"]}
    if further is not None and further not in keys.values():
        keys["test" if further == TELEGRAM_KEYS["test"] else further] = further
    return TrustedKeys(keys, TELEGRAM_LOGIN_KEYS + [LoginKey(**key) for key in logins or []])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proof", type=Path, help="file of the document")
    parser.add_argument(
        "--telegram-key",
        type=to_telegram_key,
        help="also trust this key as Telegram's: test, or 64 hex digits",
    )
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.add_argument("--vectors", action="store_true", help="the file is a folder of vectors")
    arguments = parser.parse_args()
    if not (find_spec("cryptography") or find_spec("nacl")):
        parser.error("needs the Python package cryptography or nacl")
    try:
        if arguments.vectors:
            print_vectors(arguments.proof)
            return 0
        with arguments.proof.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        print(f"This document cannot be read: {error}", file=sys.stderr)
        return EXIT_CODES["unreadable"]
    result = outcome(raw, to_trusted_keys(arguments.telegram_key))
    if arguments.json:
        print(json.dumps(result))
    else:
        report(result)
    return EXIT_CODES[result["verdict"]]


if __name__ == "__main__":
    sys.exit(main())
