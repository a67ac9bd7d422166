import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import * as v from 'valibot'

/** The place of a sealed value. A value that was moved to another place cannot be unsealed. */
export type AssociatedData = { table: string; column: string; row: string }

/** Seals personal fields for storage and finds them again without unsealing every row. */
export interface FieldCipher {
  seal(plain: Uint8Array, aad: AssociatedData): Uint8Array
  /** @throws {SealedFieldError} if the value was altered, moved, or sealed under another key */
  unseal(sealed: Uint8Array, aad: AssociatedData): Uint8Array
  /** Keyed hash to find an equal value. It reveals nothing about the value without the key. */
  lookup(value: string): Uint8Array
  /** The hashes under which an equal value may be stored, that of `lookup` first: several while DATA_KEY is changed. */
  lookups(value: string): [Uint8Array, ...Uint8Array[]]
}

/** The cipher of one key. */
export interface KeyCipher extends FieldCipher {
  /** Shows whether a database is under this key. The derivation is one-way, so this is safe to store. */
  keyCheck: Uint8Array
  /** Makes the links of `setup`, by which a member becomes an admin. */
  adminLinkKey: Uint8Array
  /** 48 bytes, from which the key that signs tokens in a period is made. */
  getTokenSeed(period: number): Uint8Array
}

/** The keys of DATA_KEY. One of them seals, and every one unseals. */
export interface KeyRing extends FieldCipher {
  keys: readonly [KeyCipher, ...KeyCipher[]]
  /** That of the key that seals first: every server has it, also while DATA_KEY is changed. */
  getTokenSeeds: (period: number) => readonly [Uint8Array, ...Uint8Array[]]
  /** From now on this key seals. */
  sealWith(key: KeyCipher): void
}

/** A stored field cannot be unsealed. The error's message names the place, never the value. */
export class SealedFieldError extends Error {
  override name = 'SealedFieldError'
  constructor(aad: AssociatedData, cause?: unknown) {
    super(`sealed field ${aad.table}.${aad.column} cannot be unsealed`, { cause })
  }
}

/** Seals a value as JSON. */
export function sealJson(
  value: unknown,
  aad: AssociatedData,
  { seal }: Pick<FieldCipher, 'seal'>,
): Uint8Array {
  return seal(Buffer.from(JSON.stringify(value)), aad)
}

export function sealText(
  text: string,
  aad: AssociatedData,
  { seal }: Pick<FieldCipher, 'seal'>,
): Uint8Array {
  return seal(Buffer.from(text), aad)
}

/** @throws {SealedFieldError} */
export function unsealText(
  sealed: Uint8Array,
  aad: AssociatedData,
  { unseal }: Pick<FieldCipher, 'unseal'>,
): string {
  return Buffer.from(unseal(sealed, aad)).toString()
}

/** Returns a function that unseals JSON of this schema. It throws a {@link SealedFieldError}, or for another schema. */
export function jsonUnsealer<Value>(schema: v.GenericSchema<unknown, Value>) {
  const Json = v.pipe(v.string(), v.parseJson(), schema)
  return (sealed: Uint8Array, aad: AssociatedData, cipher: Pick<FieldCipher, 'unseal'>): Value =>
    v.parse(Json, unsealText(sealed, aad, cipher))
}

/** What DATA_KEY says: the key of the database, and while it is changed the former or the next one. 32 random bytes each. */
export type DataKeys = {
  dataKey: Uint8Array
  /** @default none */
  secondDataKey?: Uint8Array | null
}

/** Length of `dataKey`, in bytes. */
const DATA_KEY_BYTES = 32

/** First byte of every sealed value: AES-256-GCM, 12-byte nonce, 16-byte tag, then the ciphertext. */
const VERSION = 1
const ALGORITHM = 'aes-256-gcm'
/** NIST SP 800-38D §8.2.2: a random 96-bit nonce is safe for 2^32 values under one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** FIPS 186-5, A.2.1: 64 bits more than a key of P-256 has, and more. */
const TOKEN_SEED_BYTES = 48
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/**
 * @param dataKey 32 random bytes; each use derives its own key from them (HKDF-SHA-256, RFC 5869)
 * @throws {RangeError} for any other length
 */
export function createFieldCipher(dataKey: Uint8Array): KeyCipher {
  if (dataKey.length !== DATA_KEY_BYTES) {
    throw new RangeError(`dataKey must have ${DATA_KEY_BYTES} bytes`)
  }
  const sealingKey = createSecretKey(deriveKey(dataKey, 'field'))
  const lookupKey = createSecretKey(deriveKey(dataKey, 'lookup'))
  const lookup = (value: string) => createHmac('sha256', lookupKey).update(value).digest()

  function seal(plain: Uint8Array, aad: AssociatedData): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, sealingKey, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(associatedData(aad))
    const text = cipher.update(plain)
    cipher.final()
    return Buffer.concat([Uint8Array.of(VERSION), nonce, cipher.getAuthTag(), text])
  }

  function unseal(sealed: Uint8Array, aad: AssociatedData): Uint8Array {
    if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) throw new SealedFieldError(aad)
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
    const tag = sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES)
    const decipher = createDecipheriv(ALGORITHM, sealingKey, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(associatedData(aad)).setAuthTag(tag)
    const plain = decipher.update(sealed.subarray(HEADER_BYTES))
    try {
      decipher.final()
    } catch (error) {
      throw new SealedFieldError(aad, error)
    }
    return plain
  }

  return {
    seal,
    unseal,
    lookup,
    lookups: (value) => [lookup(value)],
    keyCheck: deriveKey(dataKey, 'check'),
    adminLinkKey: deriveKey(dataKey, 'admin-link'),
    getTokenSeed: (period) => deriveKey(dataKey, `token-${period}`, TOKEN_SEED_BYTES),
  }
}

/** The first key seals, until another one is chosen. A value says by its tag which key unseals it. */
export function createKeyRing({ dataKey, secondDataKey = null }: DataKeys): KeyRing {
  const first = createFieldCipher(dataKey)
  const second = secondDataKey === null ? [] : [createFieldCipher(secondDataKey)]
  const keys = [first, ...second] as const
  let sealing = first
  const others = () => keys.filter((key) => key !== sealing)

  function unseal(sealed: Uint8Array, aad: AssociatedData): Uint8Array {
    const [other] = others()
    try {
      return sealing.unseal(sealed, aad)
    } catch (error) {
      if (!other) throw error
      return other.unseal(sealed, aad)
    }
  }

  return {
    keys,
    getTokenSeeds: (period) => [
      sealing.getTokenSeed(period),
      ...others().map((key) => key.getTokenSeed(period)),
    ],
    sealWith(key) {
      sealing = key
    },
    seal: (plain, aad) => sealing.seal(plain, aad),
    unseal,
    lookup: (value) => sealing.lookup(value),
    lookups: (value) => [sealing.lookup(value), ...others().map((key) => key.lookup(value))],
  }
}

function deriveKey(
  dataKey: Uint8Array,
  use: 'field' | 'lookup' | 'check' | 'admin-link' | `token-${number}`,
  bytes = DATA_KEY_BYTES,
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', dataKey, '', `clasp/${use}/v1`, bytes))
}

/** Unambiguous: tables and columns are our own names, row ids are base64url; none holds a dot. */
function associatedData({ table, column, row }: AssociatedData): Uint8Array {
  return Buffer.from(`${table}.${column}.${row}`)
}
