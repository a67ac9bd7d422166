import * as v from 'valibot'
import { RawTonAddressSchema } from '#shared/address.ts'
import { HALF_ORDER } from './evm/evm-signer.ts'
import { isHost } from '#shared/site.ts'
import { isChecksummed, NAMED_CHAIN_ID, parseAccountId } from './account-id.ts'

/*
 * The form of a document in the format clasp-proof/1. docs/proof-format.md describes it for others.
 */

export const FORMAT = 'clasp-proof/1'
const MAX_TEXT = 8_192
const MAX_BYTES_TEXT = 65_536
/** The end of the year 9999, as Unix time. */
export const LAST_SECOND = 253_402_300_799
const MAX_OWNERS = 255
const MAX_SEQNO = 0xffff_ffff

/** A decimal id of Telegram's, in the range of exact numbers. */
export const IdSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/),
  v.check((id) => Number.isSafeInteger(Number(id))),
)
const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max))
export const SecondsSchema = integer(0, LAST_SECOND)
const TextSchema = v.pipe(v.string(), v.maxLength(MAX_TEXT))
const DomainSchema = v.pipe(v.string(), v.check(isHost))

/*
 * A value has one spelling, so the last digit before the end has no stray bits. Patterns say that without decoding, which
 * portable code does slowly.
 */
/** 32 bytes in base64url, without padding: a nonce, or a digest. */
export const Base64UrlSchema = v.pipe(v.string(), v.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/))
/** 64 bytes in base64. */
export const Ed25519Schema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{85}[AQgw]==$/))
/** One byte or more in base64. */
export const Base64Schema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9+/]+(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/),
  v.check((text) => text.length % 4 === 0),
)
export const StateInitSchema = v.pipe(Base64Schema, v.maxLength(MAX_BYTES_TEXT))
const HexSchema = v.pipe(
  v.string(),
  v.maxLength(MAX_BYTES_TEXT),
  v.custom<`0x${string}`>((text) => typeof text === 'string' && /^0x(?:[0-9a-f]{2})*$/.test(text)),
)
const hasBytes = (count: number) => (text: `0x${string}`) => text.length === 2 + count * 2
const Bytes32Schema = v.pipe(HexSchema, v.check(hasBytes(32)))
const ContractSignatureSchema = v.pipe(HexSchema, v.maxLength(2 + 16_384 * 2))

/** r, s and v, where s is low: a signature has one spelling. */
const signatureEndingIn = (last: readonly string[]) =>
  v.pipe(
    HexSchema,
    v.check(hasBytes(65)),
    v.check((text) => last.includes(text.slice(-2))),
    v.check((text) => BigInt(`0x${text.slice(66, 130)}`) <= HALF_ORDER),
  )
const KeySignatureSchema = signatureEndingIn(['1b', '1c'])
const SafeSignatureSchema = signatureEndingIn(['1b', '1c', '1f', '20'])

const EvmAddressSchema = v.pipe(v.string(), v.check(isChecksummed))
export const EvmBlockSchema = v.strictObject({
  number: integer(0, Number.MAX_SAFE_INTEGER),
  hash: Bytes32Schema,
})
const TonBlockSchema = v.strictObject({ seqno: integer(1, MAX_SEQNO) })

const ChainKeySchema = v.strictObject({
  publicKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  deployed: v.boolean(),
  block: v.optional(TonBlockSchema),
})

const tonMembers = {
  domain: DomainSchema,
  nonce: Base64UrlSchema,
  timestamp: SecondsSchema,
  signature: Ed25519Schema,
  stateInit: StateInitSchema,
  chainKey: v.optional(ChainKeySchema),
}
const TonProofSchema = v.strictObject({ type: v.literal('ton-proof'), ...tonMembers })
const TonTextSchema = v.strictObject({
  type: v.literal('ton-text'),
  ...tonMembers,
  text: TextSchema,
})
const EvmMessageSchema = v.strictObject({
  type: v.literal('evm-message'),
  message: TextSchema,
  signature: KeySignatureSchema,
})
const EvmContractSchema = v.strictObject({
  type: v.literal('evm-contract'),
  message: TextSchema,
  signature: ContractSignatureSchema,
  block: EvmBlockSchema,
})

const unique = (items: string[]) => new Set(items).size === items.length
const ascending = (items: readonly string[]) =>
  items.every((item, index) => index === 0 || (items[index - 1] ?? '') < item)

const SafeSchema = v.pipe(
  v.strictObject({
    type: v.literal('safe'),
    message: TextSchema,
    signatures: v.array(
      v.strictObject({ owner: EvmAddressSchema, signature: SafeSignatureSchema }),
    ),
    owners: v.pipe(v.array(EvmAddressSchema), v.maxLength(MAX_OWNERS), v.check(unique)),
    threshold: integer(1, MAX_OWNERS),
    block: EvmBlockSchema,
  }),
  v.check(({ owners, threshold }) => threshold <= owners.length),
  v.check(({ signatures, threshold }) => signatures.length === threshold),
  v.check(({ signatures }) => ascending(signatures.map(({ owner }) => owner.toLowerCase()))),
)

const OwnerSchema = v.union([EvmAddressSchema, RawTonAddressSchema])
export const KeyEvidenceSchema = v.variant('type', [
  TonProofSchema,
  TonTextSchema,
  EvmMessageSchema,
])
const AgreementSchema = v.union([
  v.strictObject({ owner: OwnerSchema, telegramId: IdSchema, evidence: KeyEvidenceSchema }),
  v.strictObject({ owner: OwnerSchema, withheld: v.literal(true) }),
])
const QuorumSchema = v.pipe(
  v.strictObject({
    type: v.literal('quorum'),
    agreements: v.array(AgreementSchema),
    owners: v.pipe(v.array(OwnerSchema), v.maxLength(MAX_OWNERS), v.check(unique)),
    threshold: integer(1, MAX_OWNERS),
    block: v.optional(v.union([EvmBlockSchema, TonBlockSchema])),
  }),
  v.check(({ owners, threshold }) => threshold <= owners.length),
  v.check(({ agreements, threshold }) => agreements.length >= threshold),
  v.check(({ agreements }) => ascending(agreements.map(({ owner }) => owner))),
)

export const EvidenceSchema = v.variant('type', [
  TonProofSchema,
  TonTextSchema,
  EvmMessageSchema,
  EvmContractSchema,
  SafeSchema,
  QuorumSchema,
])

/** Which wallets each kind of evidence can be about. */
const FAMILIES = {
  'ton-proof': ['ton'],
  'ton-text': ['ton'],
  'evm-message': ['evm'],
  'evm-contract': ['evm'],
  safe: ['evm'],
  quorum: ['ton', 'evm'],
} as const satisfies Record<Evidence['type'], readonly ('ton' | 'evm')[]>

/** 256 to 512 bytes in base64url, without padding and without stray bits. */
const ModulusSchema = v.pipe(
  v.string(),
  v.regex(/^(?=.{342,683}$)(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/),
)
const KidSchema = v.pipe(v.string(), v.regex(/^[\w.~+/=-]{1,64}$/))
/**
 * A public key that signs tokens, with the members of RFC 7517 that the format keeps. `n` has 2,048 to 4,096 bits.
 * Telegram's EdDSA and ES256K are not among them: such a token does not name the account.
 */
export const LoginJwkSchema = v.variant('alg', [
  v.strictObject({
    kty: v.literal('RSA'),
    kid: KidSchema,
    alg: v.literal('RS256'),
    n: ModulusSchema,
    e: v.literal('AQAB'),
  }),
  v.strictObject({
    kty: v.literal('EC'),
    kid: KidSchema,
    alg: v.literal('ES256'),
    crv: v.literal('P-256'),
    x: Base64UrlSchema,
    y: Base64UrlSchema,
  }),
])
/** Three parts in base64url, joined by dots. */
const CompactJwsSchema = v.pipe(TextSchema, v.regex(/^[\w-]+(?:\.[\w-]+){2}$/))

export const LoginMemberSchema = v.strictObject({
  botId: IdSchema,
  idToken: CompactJwsSchema,
  jwk: LoginJwkSchema,
})
const TelegramSchema = v.union([
  v.strictObject({ botId: IdSchema, launch: TextSchema }),
  LoginMemberSchema,
])

export const ProofDocumentSchema = v.pipe(
  v.strictObject({
    format: v.literal(FORMAT),
    telegramId: IdSchema,
    wallet: v.pipe(
      v.string(),
      v.check((name) => parseAccountId(name) !== null),
    ),
    evidence: EvidenceSchema,
    telegram: v.optional(TelegramSchema),
  }),
  v.check((document) => fitsWallet(document)),
)

/** What was signed, and by whom: one of six kinds. */
export type Evidence = v.InferOutput<typeof EvidenceSchema>
export type KeyEvidence = v.InferOutput<typeof KeyEvidenceSchema>
export type TonEvidence = Extract<Evidence, { type: 'ton-proof' | 'ton-text' }>
export type ChainKey = v.InferOutput<typeof ChainKeySchema>
export type Quorum = v.InferOutput<typeof QuorumSchema>
export type EvmBlock = v.InferOutput<typeof EvmBlockSchema>
/** `seqno`: of the masterchain. */
export type TonBlock = v.InferOutput<typeof TonBlockSchema>
/** A key by which Telegram signs a login: RS256 or ES256. */
export type LoginJwk = v.InferOutput<typeof LoginJwkSchema>
/** Telegram's signature in one of its two forms. */
type TelegramMember = v.InferOutput<typeof TelegramSchema>
export type LaunchMember = Extract<TelegramMember, { launch: string }>
export type LoginMember = Extract<TelegramMember, { idToken: string }>
/** One document in the format clasp-proof/1. */
export type ProofDocument = v.InferOutput<typeof ProofDocumentSchema>

/** Whether kind, chain and addresses go together. A key's account is named on chain 1. */
function fitsWallet({ wallet, evidence }: { wallet: string; evidence: Evidence }): boolean {
  const named = parseAccountId(wallet)
  if (named === null) return false
  const families: readonly string[] = FAMILIES[evidence.type]
  if (!families.includes(named.family)) return false
  if (evidence.type === 'evm-message')
    return named.family === 'evm' && named.chainId === NAMED_CHAIN_ID
  return evidence.type !== 'quorum' || fitsMultisig(named.family, evidence)
}

function fitsMultisig(family: 'ton' | 'evm', { agreements, owners, block }: Quorum): boolean {
  const isOwn = (address: string) => address.startsWith('0x') === (family === 'evm')
  if (!owners.every(isOwn) || !agreements.every(({ owner }) => isOwn(owner))) return false
  const isEvmBlock = block !== undefined && 'hash' in block
  if (isEvmBlock !== (family === 'evm')) return false
  return agreements.every(
    (one) => 'withheld' in one || (one.evidence.type === 'evm-message') === (family === 'evm'),
  )
}
