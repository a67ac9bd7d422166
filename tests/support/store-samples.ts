import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import type { StoredApiKey } from '#server/store/api-keys/api-keys.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { StoredAttempt } from '#server/store/rows/attempt-rows.ts'
import type { LinkOutcome } from '#server/store/linking/link-wallet.ts'
import type { NewRequest } from '#server/store/requests/requests.ts'
import type { Store } from '#server/store/store.ts'
import type { AttemptAccount, StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import { sampleProof } from './proof-samples.ts'
import type { ProvenEvmWallet, ProvenTonWallet, ProvenWallet } from '#shared/proven-wallet.ts'
import type { Hex } from '#shared/hex.ts'
import type { Family } from '#shared/wallet.ts'
import type { TelegramProfile } from '#server/store/members/users.ts'

/** The fixed time of the tests' clock. */
export const NOON = Date.UTC(2026, 10, 20, 12)
export const MINUTE = 60_000

export function sampleProfile(change: Partial<TelegramProfile> = {}): TelegramProfile {
  return {
    telegramId: String(7_000_000_000 + randomBytes(4).readUInt32BE()),
    firstName: 'Zebulon',
    username: 'zebulon_pike',
    language: 'en',
    mayMessage: true,
    ...change,
  }
}

/** A proven wallet, by default a new one. */
export function sampleWallet(change: Partial<ProvenTonWallet> = {}): ProvenTonWallet {
  return {
    family: 'ton',
    network: '-239',
    address: `0:${randomBytes(32).toString('hex')}`,
    kind: 'v5r1',
    level: 'key',
    binding: 'domain',
    keySource: 'state-init',
    ...change,
  }
}

/** A proven EVM account of a key, by default a new one. */
export function sampleEvmWallet(
  address = sampleAddress(),
): Extract<ProvenEvmWallet, { chainId: null }> {
  return {
    family: 'evm',
    address,
    kind: 'eoa',
    chainId: null,
    level: 'key',
    binding: 'text',
    keySource: 'signature',
  }
}

/** A proven contract account on a chain, by default a new one. */
export function sampleContract(
  chainId = 1,
  address = sampleAddress(),
): Extract<ProvenEvmWallet, { chainId: number }> {
  return {
    family: 'evm',
    address,
    kind: 'contract',
    chainId,
    level: 'account',
    binding: 'hash',
    keySource: 'contract',
  }
}

function sampleAddress(): string {
  return getAddress(`0x${randomBytes(20).toString('hex')}`)
}

export function sampleMember(store: Store): Promise<StoredUser> {
  return store.saveUser(sampleProfile(), NOON)
}

export async function sampleTwo(store: Store): Promise<[StoredUser, StoredUser]> {
  return [await sampleMember(store), await sampleMember(store)]
}

/** A member with a wallet. */
export async function sampleHolder(store: Store): Promise<{ userId: string; walletId: string }> {
  const { id: userId } = await sampleMember(store)
  const { id: walletId } = await linkSample(store, userId)
  return { userId, walletId }
}

/** The same work so many times at the same time. */
export function atOnce<Result>(
  count: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}

type SampleAttempt = {
  now?: number
  family?: Family
  message?: string | null
  client?: AttemptClient | null
  requestCode?: string | null
  cosign?: StoredAttempt['cosign']
}

/** A new attempt of the member, valid for five minutes. */
export async function sampleAttempt(
  store: Store,
  userId: string,
  {
    now = NOON,
    family = 'ton',
    message = null,
    client = null,
    requestCode = null,
    cosign = null,
  }: SampleAttempt = {},
): Promise<string> {
  const attempt = await store.createAttempt(
    {
      userId,
      family,
      message,
      nonce: randomBytes(32).toString('base64url'),
      client,
      requestCode,
      cosign,
      now,
      expiresAt: now + 5 * MINUTE,
    },
    { limit: 1_000, since: 0 },
  )
  if (attempt === 'too-many-attempts') throw new Error('the sample limit is too low')
  return attempt.id
}

/** The parameters of `linkWallet`, with an attempt and a day for the holder's answer. */
export function sampleLink(
  attempt: { attemptId: string; userId: string },
  proven: ProvenWallet = sampleWallet(),
) {
  return {
    ...attempt,
    proven,
    proof: sampleProof(),
    accepted: null,
    now: NOON,
    consentExpiresAt: NOON + 24 * 60 * MINUTE,
    walletLimit: 10,
  }
}

/** A link's wallet; throws when it was not linked. */
export function linkedWallet(outcome: LinkOutcome | undefined): StoredWallet {
  if (outcome?.outcome !== 'linked') throw new Error(`not linked: ${outcome?.outcome}`)
  return outcome.wallet
}

/** Links a wallet and returns it. */
export async function linkSample(store: Store, userId: string): Promise<StoredWallet> {
  return linkedWallet((await proveWallet(store, userId)).outcome)
}

/** An API key, for objects that must belong to one. */
export async function sampleApiKey(store: Store, name = 'bot'): Promise<StoredApiKey> {
  const hash = Uint8Array.from(randomBytes(32))
  const key = await store.addApiKey({ name, scopes: ['wallets:read'], hash }, NOON)
  if (key === 'name-taken') throw new Error('the sample key exists')
  return key
}

/** A connect request of an API key that stays open for an hour. */
export async function sampleRequest(
  store: Store,
  keyId: string,
  families: Family[] = ['ton'],
): Promise<string> {
  const { code } = await store.createRequest(newRequest({ keyId }, { families }))
  return code
}

/** The parameters of `createRequest`: open for an hour, to everyone, without a chat. */
export function newRequest(by: NewRequest['by'], change: Partial<NewRequest> = {}): NewRequest {
  return {
    code: sampleCode('r'),
    by,
    families: ['ton'],
    now: NOON,
    expiresAt: NOON + 60 * MINUTE,
    chat: null,
    membersOnly: false,
    byAnybody: false,
    maxAnswers: null,
    message: null,
    ...change,
  }
}

/** A code of a request (`r`) or a card (`c`). */
export function sampleCode(kind: 'r' | 'c'): string {
  return `${kind}1_${randomBytes(16).toString('base64url')}`
}

/** A group that the bot is in. */
export function sampleChat(store: Store, title = 'Argonauts'): Promise<StoredChat> {
  const telegramId = `-100${1_000_000_000 + randomBytes(4).readUInt32BE()}`
  return store.saveChat({ telegramId, title }, NOON)
}

/** Makes an attempt and links the wallet. */
export async function proveWallet(
  store: Store,
  userId: string,
  proven: ProvenTonWallet = sampleWallet(),
  now = NOON,
) {
  const attemptId = await sampleAttempt(store, userId, { now })
  const outcome = await store.linkWallet({ ...sampleLink({ attemptId, userId }, proven), now })
  return { attemptId, outcome, proven }
}

/** The account that signs a text. The message of a key names one chain, here Base. */
export function getAccount(proven: ProvenWallet, chainId = 8453): AttemptAccount {
  const { family, address } = proven
  return family === 'ton'
    ? { family, network: proven.network, address }
    : { family, address, chainId: proven.chainId ?? chainId }
}

/** An attempt of the member with a text for this account to sign. */
export async function sampleSigning(
  store: Store,
  userId: string,
  { account, ...attempt }: SampleAttempt & { account: AttemptAccount },
): Promise<string> {
  const { now = NOON } = attempt
  const id = await sampleAttempt(store, userId, { ...attempt, family: account.family })
  const message = `A text for ${account.address} and ${id}`
  const fixed = await store.fixAccount({ id, userId }, { account, message, expiresAt: null }, now)
  if (fixed?.state !== 'awaiting-signature') throw new Error(`not fixed: ${fixed?.state}`)
  return id
}

/** Makes an attempt for an account and submits a signed text. */
export async function proveByText(
  store: Store,
  userId: string,
  proven: ProvenWallet = sampleEvmWallet(),
) {
  const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
  const outcome = await store.linkWallet(sampleLink({ attemptId, userId }, proven))
  return { attemptId, outcome, proven }
}

/** A new member who answers a request with a wallet; their id. */
export async function answerAnew(store: Store, code: string, now = NOON): Promise<string> {
  const holder = await sampleHolder(store)
  const { outcome } = await store.answerRequest({ code, ...holder }, now)
  if (outcome !== 'answered') throw new Error(`not answered: ${outcome}`)
  return holder.userId
}

/** A holder with a wallet, and a requester, by default another new member, who proved the same one and waits. */
export async function dispute(store: Store, requester?: StoredUser) {
  const holder = await sampleMember(store)
  const asking = requester ?? (await sampleMember(store))
  const { proven } = await proveWallet(store, holder.id)
  const { attemptId, outcome } = await proveWallet(store, asking.id, proven)
  if (outcome.outcome !== 'awaiting-consent') throw new Error(`not asked: ${outcome.outcome}`)
  return { holder, requester: asking, proven, attemptId, outcome }
}

/** The holder lets the wallet of an attempt go. */
export async function handOver(
  store: Store,
  { attemptId, holder }: { attemptId: string; holder: Pick<StoredUser, 'id'> },
): Promise<void> {
  const answer = { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 } as const
  const outcome = await store.answerConsent(answer, NOON)
  if (outcome !== 'moved') throw new Error(`not moved: ${outcome}`)
}

/** Links a contract account that accepted a signature. */
export async function linkContract(
  store: Store,
  userId: string,
  { chainId = 1, hash = '0x01', signature = '0x02' }: Partial<Accepted> = {},
): Promise<StoredWallet> {
  const proven = sampleContract(chainId)
  const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
  const accepted = { hash, signature, owners: [] }
  return linkedWallet(
    await store.linkWallet({ ...sampleLink({ attemptId, userId }, proven), accepted }),
  )
}

type Accepted = { chainId: number; hash: Hex; signature: Hex }

/** Settles every receipt that is due. */
export async function settleReceipts(store: Store, now = NOON): Promise<void> {
  for (const { event } of await store.leaseReceipts(now, now + 1, 999))
    await store.settleReceipt(event.sequence)
}
