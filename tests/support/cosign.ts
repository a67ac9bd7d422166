import { getCollection } from '#shared/api/get-collection.ts'
import type { EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import type { Collection, Multisig, Safe } from '#shared/multisig.ts'
import { ATTEMPT, EVM_ATTEMPT, EVM_WALLET, ok, WALLET } from './fake-api.ts'
import { createReadyServer } from './open-app.tsx'

/* Collections of owners' words, as a fellow owner and as its starter see them. */

export const SAFE: Safe = {
  id: 'cosignsafecosignsafeco',
  family: 'evm',
  kind: 'safe',
  chainId: 8453,
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  version: '1.4.1',
  threshold: 2,
  ownerCount: 3,
  modules: 0,
  guard: false,
  canSign: true,
  checkedAt: '2026-11-20T11:59:00.000Z',
}

const TON_MULTISIG: Extract<Multisig, { family: 'ton' }> = {
  id: 'cosigntoncosigntoncosi',
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: `0:${'7c'.repeat(32)}`,
  threshold: 2,
  ownerCount: 3,
  proposers: 1,
  checkedAt: SAFE.checkedAt,
}

/** In the chain's order; the first is the one of {@link EVM_WALLET}. */
const OWNERS = [
  EVM_WALLET.address,
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
]

const CODE = `m1_${'c'.repeat(22)}`

/** The line of {@link SAFE_TEXT} by which it names the account. */
const SAFE_NAMING =
  'Link this Safe to the Telegram account @ilya (id 2002) in Clasp: sign only if you know them.'
export const SAFE_TEXT = [
  'app.example.com wants you to sign in with your Ethereum account:',
  SAFE.address,
  '',
  SAFE_NAMING,
  '',
  'Chain ID: 8453',
].join('\n')

/** Signatures for Ilya's link. The member is an owner, and has not signed. */
export const COLLECTION: Extract<Collection, { method: 'signatures' }> = {
  code: CODE,
  url: `https://t.me/clasp_bot/app?startapp=${CODE}`,
  multisig: SAFE,
  method: 'signatures',
  state: 'open',
  starter: { firstName: 'Ilya', username: 'ilya' },
  mine: false,
  signed: 0,
  signedAs: null,
  message: SAFE_TEXT,
  owners: ownersOf(OWNERS),
  problem: null,
  createdAt: '2026-11-20T11:00:00.000Z',
  expiresAt: '2026-11-23T11:00:00.000Z',
}

function ownersOf(addresses: readonly string[]): Collection['owners'] {
  return addresses.map((address, at) => ({ address, person: null, mine: at === 0, signed: false }))
}

/** With so many words, in the owners' order. */
export function signedBy(count: number, collection: Collection = COLLECTION): Collection {
  const owners = collection.owners.map((owner, at) => ({ ...owner, signed: at < count }))
  return { ...collection, owners, signed: count }
}

/** {@link COLLECTION} once the member has signed. */
export const SIGNED: Collection = { ...signedBy(1), signedAs: EVM_WALLET.address }

/** Agreements of a TON multisig's signers. */
export const AGREEMENTS: Collection = {
  ...COLLECTION,
  multisig: TON_MULTISIG,
  method: 'agreements',
  owners: ownersOf([WALLET.address, `0:${'8d'.repeat(32)}`, `0:${'9e'.repeat(32)}`]),
}

/** The member's attempt to sign in {@link COLLECTION}, as it is made. */
export const COSIGN_ATTEMPT: EvmAttempt = {
  ...EVM_ATTEMPT,
  id: 'cosigncosigncosigncosi',
  cosignCode: CODE,
}

/** The owner's wallet is connected, and is to sign. */
export const TO_COSIGN: EvmAttempt = {
  ...COSIGN_ATTEMPT,
  state: 'awaiting-signature',
  account: { address: EVM_WALLET.address, chainId: 1 },
  message: SAFE_TEXT,
  signsFor: { address: SAFE.address, chainId: SAFE.chainId },
}

/** The member's attempt to agree in {@link AGREEMENTS}. */
export const AGREE_ATTEMPT: TonAttempt = {
  ...ATTEMPT,
  id: 'agreeagreeagreeagreeag',
  cosignCode: CODE,
}

/** A server that knows the collection, whose state a test moves. */
export function createCosignServer(collection: Collection = COLLECTION) {
  const server = createReadyServer()
  const said = { current: collection }
  server.on(getCollection, () => ok(said.current))
  return Object.assign(server, { said })
}
