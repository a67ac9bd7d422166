"""Published algorithms that a verifier needs: each has test vectors of its own."""

import base64
import hashlib
import re
from importlib.util import find_spec
from typing import NamedTuple


class Failed(Exception):
    """A check failed."""


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Failed(reason)


# --- base64url ---


def to_base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


def from_base64url(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


def is_base64url(value: str, characters: int) -> bool:
    written = re.fullmatch(f"[A-Za-z0-9_-]{{{characters}}}", value)
    return written is not None and to_base64url(from_base64url(value)) == value


# --- Keccak-256, secp256k1 and P-256 ---

Point = tuple[int, int] | None


class Curve(NamedTuple):
    """y² = x³ + a·x + b"""

    prime: int
    a: int
    b: int
    order: int
    base: tuple[int, int]


SECP = Curve(
    2**256 - 2**32 - 977,
    0,
    7,
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    (
        0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
        0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    ),
)
SECP_ORDER = SECP.order
P256 = Curve(
    2**256 - 2**224 + 2**192 + 2**96 - 1,
    -3,
    0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    (
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
)


def rotate(lane: int, bits: int) -> int:
    return (lane << bits | lane >> (64 - bits)) & (2**64 - 1)


def permute(state: list[list[int]]) -> None:
    register = 1
    for _ in range(24):
        parity = [row[0] ^ row[1] ^ row[2] ^ row[3] ^ row[4] for row in state]
        for x in range(5):
            change = parity[x - 1] ^ rotate(parity[(x + 1) % 5], 1)
            state[x] = [lane ^ change for lane in state[x]]
        x, y, current = 1, 0, state[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, state[x][y] = state[x][y], rotate(current, (step + 1) * (step + 2) // 2 % 64)
        before = [list(row) for row in state]
        for x in range(5):
            for y in range(5):
                state[x][y] ^= ~before[(x + 1) % 5][y] & before[(x + 2) % 5][y]
        for power in range(7):
            register = (register << 1 ^ (register >> 7) * 0x71) % 256
            if register & 2:
                state[0][0] ^= 1 << ((1 << power) - 1)


def keccak(message: bytes) -> bytes:
    rate = 136
    padded = bytearray(message + b"\x01" + bytes(-(len(message) + 1) % rate))
    padded[-1] |= 0x80
    state = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for lane in range(rate // 8):
            at = start + 8 * lane
            state[lane % 5][lane // 5] ^= int.from_bytes(padded[at : at + 8], "little")
        permute(state)
    return b"".join(state[x][0].to_bytes(8, "little") for x in range(4))


def add_points(curve: Curve, p: Point, q: Point) -> Point:
    prime = curve.prime
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % prime == 0:
        return None
    if p == q:
        slope = (3 * p[0] * p[0] + curve.a) * pow(2 * p[1], -1, prime)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, prime)
    x = (slope * slope - p[0] - q[0]) % prime
    return x, (slope * (p[0] - x) - p[1]) % prime


def add_multiples(curve: Curve, a: int, p: Point, b: int, q: Point) -> Point:
    """a·P + b·Q"""
    choices = (None, p, q, add_points(curve, p, q))
    total: Point = None
    for bit in range(255, -1, -1):
        total = add_points(curve, total, total)
        total = add_points(curve, total, choices[(a >> bit & 1) + 2 * (b >> bit & 1)])
    return total


def recover_signer(digest: bytes, signature: bytes) -> str:
    """EVM address of the key that signed. The signature is r, s and v, which is 27 or 28."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big")
    require(0 < r < SECP_ORDER and 0 < s < SECP_ORDER, "r or s is out of range")
    square = (pow(r, 3, SECP.prime) + SECP.b) % SECP.prime
    y = pow(square, (SECP.prime + 1) // 4, SECP.prime)
    require(y * y % SECP.prime == square, "r is not on the curve")
    if y % 2 != signature[64] - 27:
        y = SECP.prime - y
    inverse = pow(r, -1, SECP_ORDER)
    factor = -int.from_bytes(digest, "big") * inverse % SECP_ORDER
    key = add_multiples(SECP, factor, SECP.base, s * inverse % SECP_ORDER, (r, y))
    if key is None:
        raise Failed("the signature has no key")
    return to_evm_address(keccak(key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big"))[12:])


def to_evm_address(address: bytes) -> str:
    """EIP-55"""
    digits = address.hex()
    checksum = keccak(digits.encode()).hex()
    pairs = zip(digits, checksum, strict=False)
    return "0x" + "".join(digit.upper() if nibble >= "8" else digit for digit, nibble in pairs)


# --- Signatures of tokens (RFC 7518) ---

# What PKCS #1 v1.5 writes before a SHA-256 (RFC 8017 §9.2).
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def check_rs256(n: int, signature: bytes, message: bytes) -> None:
    length = (n.bit_length() + 7) // 8
    require(len(signature) == length, "the signature has another length")
    info = SHA256_INFO + hashlib.sha256(message).digest()
    padded = b"\0\1" + b"\xff" * (length - len(info) - 3) + b"\0" + info
    opened = pow(int.from_bytes(signature, "big"), 65_537, n)
    require(opened == int.from_bytes(padded, "big"), "the signature is not by the key")


def check_es256(x: int, y: int, signature: bytes, message: bytes) -> None:
    require(len(signature) == 64, "the signature has another length")
    curve = P256
    on_curve = (y * y - x**3 - curve.a * x - curve.b) % curve.prime == 0
    require(on_curve and x < curve.prime and y < curve.prime, "the key is not on the curve")
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    require(0 < r < curve.order and 0 < s < curve.order, "r or s is out of range")
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, curve.order)
    a, b = digest * inverse % curve.order, r * inverse % curve.order
    point = add_multiples(curve, a, curve.base, b, (x, y))
    signed = point is not None and point[0] % curve.order == r
    require(signed, "the signature is not by the key")


# --- Ed25519 ---

ED_PRIME = 2**255 - 19
ED_Y_OF_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
LOW_ORDER = {0, 1, ED_PRIME - 1, ED_Y_OF_ORDER_8, ED_PRIME - ED_Y_OF_ORDER_8}


def check_ed25519(key: bytes, signature: bytes, message: bytes) -> None:
    y = int.from_bytes(key, "little") % 2**255
    require(y < ED_PRIME, "the key is not canonical")
    require(y not in LOW_ORDER, "the key has a low order")
    verifies = verifies_by_cryptography if find_spec("cryptography") else verifies_by_nacl
    require(verifies(key, signature, message), "the signature is not by the key")


def verifies_by_cryptography(key: bytes, signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def verifies_by_nacl(key: bytes, signature: bytes, message: bytes) -> bool:
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(key).verify(message, signature)
    except BadSignatureError:
        return False
    return True


# --- Cells of TON ---


class Cell(NamedTuple):
    bits: str
    references: list["Cell"]
    library: bool
    depth: int
    hash: bytes


def make_cell(descriptors: bytes, contents: bytes, references: list[Cell]) -> Cell:
    bits = "".join(f"{byte:08b}" for byte in contents)
    if descriptors[1] % 2 == 1:
        require("1" in bits[-7:], "a cell is padded by a whole byte")
        bits = bits[: bits.rindex("1")]
    exotic = descriptors[0] & 8 != 0
    library = exotic and len(bits) == 264 and contents[0] == 2 and not references
    require(library or not exotic, "a cell is neither ordinary nor a library")
    depth = max((cell.depth + 1 for cell in references), default=0)
    require(depth <= 1024, "the cells are too deep")
    depths = b"".join(cell.depth.to_bytes(2, "big") for cell in references)
    hashes = b"".join(cell.hash for cell in references)
    digest = hashlib.sha256(descriptors + contents + depths + hashes).digest()
    return Cell(bits, references, library, depth, digest)


def read_bag(raw: bytes) -> Cell:
    """The only root of a bag, of which references go forward. Nothing is left over."""
    at = 0

    def take(length: int) -> bytes:
        nonlocal at
        at += length
        require(at <= len(raw), "the bag of cells is cut short")
        return raw[at - length : at]

    def number(length: int) -> int:
        return int.from_bytes(take(length), "big")

    require(take(4) == b"\xb5\xee\x9c\x72", "not a bag of cells")
    flags, width = number(1), number(1)
    indexed, checked, cached, size = flags & 0x80, flags & 0x40, flags & 0x20, flags & 7
    require(not flags & 0x18 and (indexed or not cached), "the bag has unknown flags")
    require(1 <= size <= 4 and 1 <= width <= 6, "the bag has numbers of another size")
    count, roots, absent, length = number(size), number(size), number(size), number(width)
    root = number(size)
    require(roots == 1 and absent == 0, "the bag has not one root")
    require(root < count <= 2048, "the bag has too many cells, or not its root")
    take(count * width if indexed else 0)
    start = at
    parsed: list[tuple[bytes, bytes, list[int]]] = []
    for position in range(count):
        descriptors = take(2)
        require(descriptors[0] & 0xF0 == 0, "a cell has a level or stored hashes")
        require(descriptors[0] & 7 <= 4, "a cell has too many references")
        contents = take((descriptors[1] + 1) // 2)
        references = [number(size) for _ in range(descriptors[0] & 7)]
        require(all(position < r < count for r in references), "a reference is not forward")
        parsed.append((descriptors, contents, references))
    require(at - start == length, "the cells have another length")
    if checked:
        checksum = crc32c(raw[:at]).to_bytes(4, "little")
        require(take(4) == checksum, "the checksum is wrong")
    require(at == len(raw), "something follows the bag of cells")
    cells: dict[int, Cell] = {}
    for position in range(count - 1, -1, -1):
        descriptors, contents, references = parsed[position]
        cells[position] = make_cell(descriptors, contents, [cells[r] for r in references])
    return cells[root]


def crc32c(message: bytes) -> int:
    remainder = 0xFFFFFFFF
    for byte in message:
        remainder ^= byte
        for _ in range(8):
            remainder = remainder >> 1 ^ (0x82F63B78 if remainder & 1 else 0)
    return remainder ^ 0xFFFFFFFF


def crc16(message: bytes) -> int:
    remainder = 0
    for byte in message:
        remainder ^= byte << 8
        for _ in range(8):
            remainder = (remainder << 1 ^ (0x1021 if remainder & 0x8000 else 0)) & 0xFFFF
    return remainder
