import { randomBytes } from 'node:crypto'
import type {
  SignedCosigning,
  StoredCosigning,
  StoredConfirmation,
} from '#server/store/rows/cosigning-rows.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredMultisig, StoredSafe } from '#server/store/database/stored.ts'
import type { ReadSafe, ReadTonMultisig } from '#server/chains/read-multisig.ts'
import type { ProvenEvmWallet, ProvenTonMultisig } from '#shared/proven-wallet.ts'
import { MINUTE, NOON, sampleAttempt, sampleEvmWallet, sampleWallet } from './store-samples.ts'

export const HOUR = 60 * MINUTE
/** Life of a cosigning. */
export const LIFE = 72 * HOUR

/** A new Safe: 2 of 3, with unknown owners. */
export function sampleSafe(change: Partial<ReadSafe> = {}): ReadSafe {
  return {
    family: 'evm',
    kind: 'safe',
    chainId: 1,
    address: sampleEvmWallet().address,
    version: '1.4.1',
    threshold: 2,
    owners: [1, 2, 3].map(() => sampleEvmWallet().address),
    modules: [],
    guard: null,
    canSign: true,
    ...change,
  }
}

/** A new TON multisig: 2 of 3, with unknown owners. */
export function sampleTonMultisig(change: Partial<ReadTonMultisig> = {}): ReadTonMultisig {
  return {
    family: 'ton',
    kind: 'multisig-v2',
    network: '-239',
    address: sampleWallet().address,
    threshold: 2,
    owners: [1, 2, 3].map(() => sampleWallet().address),
    proposers: [],
    ...change,
  }
}

export function provenSafe({
  address,
  chainId,
}: ReadSafe): Extract<ProvenEvmWallet, { level: 'account' }> {
  return {
    family: 'evm',
    address,
    chainId,
    kind: 'safe',
    level: 'account',
    binding: 'hash',
    keySource: 'contract',
  }
}

export function provenTonMultisig({ network, address }: ReadTonMultisig): ProvenTonMultisig {
  return {
    family: 'ton',
    network,
    address,
    kind: 'multisig-v2',
    level: 'quorum',
    binding: 'domain',
    keySource: 'owners',
  }
}

type OpeningOptions = {
  now?: number
  attemptState?: 'awaiting-signature' | 'awaiting-cosigners'
  requestCode?: string | null
}

/** Starts a cosigning of the member for a multisig: signatures for a Safe, agreements on TON. */
export async function sampleCosigning(
  store: Store,
  userId: string,
  multisig: StoredMultisig,
  { now = NOON, attemptState = 'awaiting-cosigners', requestCode = null }: OpeningOptions = {},
): Promise<StoredCosigning & { attemptId: string }> {
  const { family } = multisig
  const attemptId = await sampleAttempt(store, userId, { now, family, requestCode })
  const cosigning = await store.openCosigning(
    {
      attemptId,
      userId,
      attemptState,
      expiresAt: now + LIFE,
      ...(multisig.family === 'evm'
        ? { method: 'signatures', multisig, message: `A text for ${attemptId}` }
        : { method: 'agreements', multisig }),
    },
    now,
  )
  if (!cosigning) throw new Error('the collection was not opened')
  return { ...cosigning, attemptId }
}

/** Narrows a cosigning to one of a Safe, whose owners sign. */
export function ofSignatures(cosigning: StoredCosigning): SignedCosigning {
  if (cosigning.method === 'agreements') throw new Error('there is nothing to sign')
  return cosigning
}

/** Stores {@link sampleSafe} and returns it. */
export async function saveSafe(
  store: Store,
  change: Partial<ReadSafe> = {},
  now = NOON,
): Promise<StoredSafe> {
  const safe = await store.saveMultisig(sampleSafe(change), now)
  if (safe.family !== 'evm') throw new Error('a Safe was saved')
  return safe
}

type SampleConfirmation = { code: string; owner: string; now?: number } & Partial<
  Pick<StoredConfirmation, 'showsName' | 'signature' | 'proof' | 'binding'>
>

/** The parameters of `addConfirmation`, with a new attempt of the member. */
export async function sampleConfirmation(
  store: Store,
  userId: string,
  { code, owner, now = NOON, showsName = false, binding = 'text', ...given }: SampleConfirmation,
) {
  const family = owner.startsWith('0x') ? 'evm' : 'ton'
  const cosign = { code, showsName }
  const attemptId = await sampleAttempt(store, userId, { now, family, cosign })
  const signature = given.signature ?? Uint8Array.from(randomBytes(65))
  const { proof = null } = given
  return { code, attemptId, userId, confirmation: { owner, binding, signature, proof, showsName } }
}

/** Adds an owner's confirmation, with a new attempt. */
export async function confirmSample(store: Store, userId: string, confirming: SampleConfirmation) {
  return store.addConfirmation(
    await sampleConfirmation(store, userId, confirming),
    confirming.now ?? NOON,
  )
}
