import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { ChainIdSchema, TonNetworkSchema } from '../../address.ts'
import {
  EvmWalletSchema,
  TonWalletSchema,
  BindingSchema,
  FamilySchema,
  LinkLevelSchema,
  WalletIdSchema,
} from '../../wallet.ts'
import { type HostEndpoint, noQuery, getPage, noParams, PageQuerySchema } from './host-endpoint.ts'
import { AudienceSchema, MemberTokenSchema } from '../../member-token.ts'

/** A member, for the operator's code. `id` is ours, means nothing elsewhere and outlives the account's deletion. */
export const HostUserSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  /** Null once the member has deleted everything. */
  telegramId: v.nullable(TelegramIdSchema),
})
export type HostUser = v.InferOutput<typeof HostUserSchema>

/** The address in its usual written form. TON: friendly, non-bounceable. EVM: with its checksum. */
const displayAddress = v.string()

/** The account's name in CAIP-10: `tvm:-239:0%3A…`, `eip155:1:0x…`. A key's EVM account is named on chain 1. */
const account = v.string()

const names = { displayAddress, account }
const TonHostWallet = v.object({ ...v.omit(TonWalletSchema, ['label']).entries, ...names })
const EvmHostWallet = v.object({ ...v.omit(EvmWalletSchema, ['label']).entries, ...names })

/** A linked wallet without what the member wrote for themselves. */
export const HostWalletSchema = v.variant('family', [TonHostWallet, EvmHostWallet])
export type HostWallet = v.InferOutput<typeof HostWalletSchema>

/** A multisig that a key signs for: one owner of several. It says nothing about control of the multisig. */
const membership = {
  address: v.string(),
  ...names,
  level: v.literal('signer'),
  threshold: v.number(),
  ownerCount: v.number(),
  checkedAt: v.pipe(v.string(), v.isoTimestamp()),
}
export const HostMembershipSchema = v.variant('family', [
  v.object({ ...membership, family: v.literal('ton'), network: TonNetworkSchema }),
  v.object({ ...membership, family: v.literal('evm'), chainId: ChainIdSchema }),
])
export type HostMembership = v.InferOutput<typeof HostMembershipSchema>

/** Known multisigs that the wallet's key is an owner of: separate from the wallets, so that none is counted as one. */
const signerOf = v.array(HostMembershipSchema)

/** A linked wallet at the time of the request. */
export const ReadWalletSchema = v.variant('family', [
  v.object({ ...TonHostWallet.entries, signerOf }),
  v.object({ ...EvmHostWallet.entries, signerOf }),
])
export type ReadWallet = v.InferOutput<typeof ReadWalletSchema>

/** A linked wallet and its holder. */
export const HeldWalletSchema = v.variant('family', [
  v.object({ ...TonHostWallet.entries, signerOf, user: HostUserSchema }),
  v.object({ ...EvmHostWallet.entries, signerOf, user: HostUserSchema }),
])
export type HostHeldWallet = v.InferOutput<typeof HeldWalletSchema>

/** The wallets of one Telegram account, the primary one first; none for an account we do not know. */
export const listUserWallets = {
  method: 'GET',
  path: '/v1/users/:telegramId/wallets',
  scope: 'wallets:read',
  params: v.strictObject({ telegramId: TelegramIdSchema }),
  query: noQuery,
  response: v.object({ user: v.nullable(HostUserSchema), wallets: v.array(ReadWalletSchema) }),
} as const satisfies HostEndpoint

/**
 * Every linked wallet with its holder, the oldest link first. Nothing is asked of a chain: `staleAt` and `checkedAt` say what the last
 * check found, and when.
 */
export const listHeldWallets = {
  method: 'GET',
  path: '/v1/wallets',
  scope: 'wallets:read',
  params: noParams,
  query: v.strictObject({
    ...PageQuerySchema.entries,
    family: v.optional(FamilySchema),
    level: v.optional(LinkLevelSchema),
    binding: v.optional(BindingSchema),
  }),
  response: getPage(HeldWalletSchema),
} as const satisfies HostEndpoint

/**
 * Finds who has the wallet at this address. TON: raw or friendly, on the server's network.
 * EVM: on every chain, in any letter case.
 */
export const findWallets = {
  method: 'GET',
  path: '/v1/wallets/:family/:address',
  scope: 'wallets:read',
  params: v.strictObject({
    family: FamilySchema,
    address: v.pipe(v.string(), v.regex(/^[\w:+/=-]{1,80}$/)),
  }),
  query: PageQuerySchema,
  response: getPage(HeldWalletSchema),
} as const satisfies HostEndpoint

/** Unlinks a wallet from its member, who is notified. */
export const unlinkHeldWallet = {
  method: 'DELETE',
  path: '/v1/wallets/:id',
  scope: 'wallets:write',
  params: v.strictObject({ id: WalletIdSchema }),
  query: noQuery,
  status: 204,
} as const satisfies HostEndpoint

/** A document in the format clasp-proof/1. `docs/proof-format.md` describes its evidence. */
const ProofSchema = v.object({
  format: v.literal('clasp-proof/1'),
  telegramId: TelegramIdSchema,
  /** In CAIP-10. */
  wallet: v.string(),
  evidence: v.looseObject({
    type: v.picklist(['ton-proof', 'ton-text', 'evm-message', 'evm-contract', 'safe', 'quorum']),
  }),
  /** Telegram's signature, if the member asked for it: a launch, or a login with the key that signed it. */
  telegram: v.optional(
    v.union([
      v.object({ botId: TelegramIdSchema, launch: v.string() }),
      v.object({
        botId: TelegramIdSchema,
        idToken: v.string(),
        jwk: v.record(v.string(), v.string()),
      }),
    ]),
  ),
})

/**
 * Reads the proof of a linked wallet, by the wallet's id: a document that anyone can verify without trusting this server. It names the
 * Telegram account. Owners of a multisig who do not show their names are withheld.
 */
export const getProof = {
  method: 'GET',
  path: '/v1/proofs/:id',
  scope: 'proofs:read',
  params: v.strictObject({ id: WalletIdSchema }),
  query: noQuery,
  response: ProofSchema,
} as const satisfies HostEndpoint

/**
 * Gives a token with the wallets of one Telegram account, for the site `audience`, an origin such as `https://shop.example.com`. The site
 * checks it with `/.well-known/jwks.json`. It is valid for ten minutes, and leaves out wallets whose proof does not hold now.
 */
export const getToken = {
  method: 'GET',
  path: '/v1/users/:telegramId/token',
  scope: 'proofs:read',
  params: v.strictObject({ telegramId: TelegramIdSchema }),
  query: v.strictObject({ audience: AudienceSchema }),
  response: MemberTokenSchema,
} as const satisfies HostEndpoint
