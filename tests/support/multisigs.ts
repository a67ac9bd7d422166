import type {
  Collection,
  CollectionSummary,
  MultisigDetail,
  Safe,
  TonMultisigSchema,
} from '#shared/multisig.ts'
import type { InferOutput } from 'valibot'
import type { EvmWallet } from '#shared/wallet.ts'
import { EVM_WALLET, NOW, WALLET } from './sample-data.ts'

type SafeDetail = Extract<MultisigDetail, { family: 'evm' }>
type TonDetail = Extract<MultisigDetail, { family: 'ton' }>

const JUST_NOW = new Date(NOW - 2_000).toISOString()
const IN_TWO_DAYS = new Date(NOW + 51 * 3_600_000).toISOString()

/** A Safe 2 of 3 on Base. */
export const SAFE: Safe = {
  id: 'safesafesafesafesafesa',
  family: 'evm',
  kind: 'safe',
  chainId: 8453,
  address: '0x5AFE000000000000000000000000000000005afE',
  version: '1.4.1',
  threshold: 2,
  ownerCount: 3,
  modules: 0,
  guard: false,
  canSign: true,
  checkedAt: JUST_NOW,
}

/** A TON multisig 2 of 3. */
export const TON_MULTISIG: InferOutput<typeof TonMultisigSchema> = {
  id: 'tonmultisigtonmultisig',
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: `0:${'a7'.repeat(32)}`,
  threshold: 2,
  ownerCount: 3,
  proposers: 0,
  checkedAt: JUST_NOW,
}

const ILYA = { firstName: 'Ilya', username: 'ilya' }
const OTHER_OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NAMELESS_OWNER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** {@link SAFE} as the member sees it whose {@link EVM_WALLET} is an owner. */
export const SAFE_DETAIL: SafeDetail = {
  ...SAFE,
  owners: [
    { address: EVM_WALLET.address, person: null, mine: true },
    { address: OTHER_OWNER, person: ILYA, mine: false },
    { address: NAMELESS_OWNER, person: null, mine: false },
  ],
  level: 'signer',
  signers: [{ walletId: EVM_WALLET.id, address: EVM_WALLET.address }],
  walletId: null,
  attainable: 'account',
  collection: null,
}

/** {@link TON_MULTISIG} as the member sees it whose {@link WALLET} is a signer. */
export const TON_DETAIL: TonDetail = {
  ...TON_MULTISIG,
  owners: [
    { address: WALLET.address, person: null, mine: true },
    { address: `0:${'b1'.repeat(32)}`, person: null, mine: false },
    { address: `0:${'c2'.repeat(32)}`, person: null, mine: false },
  ],
  level: 'signer',
  signers: [{ walletId: WALLET.id, address: WALLET.address }],
  walletId: null,
  attainable: 'quorum',
  collection: null,
}

/** One that {@link SAFE}'s owners are asked in, by the member, who has not signed yet. */
export const SUMMARY: CollectionSummary = {
  code: 'm1_collectioncollectionco',
  url: 'https://t.me/clasp_bot/app?startapp=m1_collectioncollectionco',
  multisig: SAFE,
  method: 'signatures',
  state: 'open',
  starter: { firstName: 'Ada', username: 'ada' },
  mine: true,
  signed: 1,
  signedAs: null,
  expiresAt: IN_TWO_DAYS,
}

/** The same to whoever has opened its link. */
export const COLLECTION: Collection = {
  ...SUMMARY,
  multisig: SAFE,
  method: 'signatures',
  message: 'app.example.com wants you to sign in with your Ethereum account:\n…',
  owners: SAFE_DETAIL.owners.map(({ address, person, mine }, index) => ({
    address,
    person,
    mine,
    signed: index === 1,
  })),
  problem: null,
  createdAt: JUST_NOW,
}

const LINKED_SAFE = {
  id: SAFE.id,
  threshold: 2,
  ownerCount: 3,
  version: SAFE.version,
  modules: 0,
  guard: false,
  checkedAt: JUST_NOW,
}

/** {@link SAFE}, linked. */
export const SAFE_WALLET: EvmWallet = {
  ...EVM_WALLET,
  id: 'safewalletsafewalletsa',
  address: SAFE.address,
  chainId: SAFE.chainId,
  kind: 'safe',
  level: 'account',
  binding: 'hash',
  keySource: 'contract',
  multisig: LINKED_SAFE,
}

/** When the proof of a linked multisig ended. */
export const STALE_AT = '2026-11-20T11:00:00.000Z'
