import { randomBytes } from 'node:crypto'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredMultisig, StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import type { ReadMultisig, ReadSafe, ReadTonMultisig } from '#server/chains/read-multisig.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { sampleCosigning } from '#tests/support/multisig-samples.ts'
import { sampleAttempt } from '#tests/support/store-samples.ts'
import { PUBLIC_URL, type BotStage } from './bot-harness.ts'

/** Raw addresses of signers. */
export const TON_OWNERS = ['01', '02', '03'].map((byte) => `0:${byte.repeat(32)}`)
const SAFE_OWNERS = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`)

/** A TON multisig, two of three. */
export function tonMultisig(change: Partial<ReadTonMultisig> = {}): ReadTonMultisig {
  return {
    family: 'ton',
    kind: 'multisig-v2',
    network: '-239',
    address: `0:${'fa'.repeat(32)}`,
    threshold: 2,
    owners: TON_OWNERS,
    proposers: [],
    ...change,
  }
}

/** A Safe on Base, two of three. */
export function safe(change: Partial<ReadSafe> = {}): ReadSafe {
  return {
    family: 'evm',
    kind: 'safe',
    chainId: 8453,
    address: `0x${'Fa'.repeat(20)}`,
    version: '1.4.1',
    threshold: 2,
    owners: SAFE_OWNERS,
    modules: [],
    guard: null,
    canSign: true,
    ...change,
  }
}

/** Starts a cosigning, as the service does it. */
export async function collect(
  stage: BotStage,
  starter: StoredUser,
  { read = tonMultisig() }: { read?: ReadMultisig } = {},
): Promise<StoredCosigning> {
  const { store, clock } = stage
  const multisig = await saveReading(stage, read)
  return sampleCosigning(store, starter.id, multisig, { now: clock.now })
}

/** Stores a reading, which is what the chain shows from now on. */
export function saveReading(
  { store, clock }: BotStage,
  read: ReadMultisig,
): Promise<StoredMultisig> {
  return store.saveMultisig(read, clock.now)
}

/** One owner confirms, and the member is known. */
export async function confirmAs(
  stage: BotStage,
  { code, multisig }: StoredCosigning,
  { user, owner }: { user: StoredUser; owner: string | undefined },
): Promise<void> {
  const { store, clock } = stage
  const { family } = multisig
  const cosign = { code, showsName: false }
  const attemptId = await sampleAttempt(store, user.id, { family, now: clock.now, cosign })
  const binding = family === 'ton' ? 'domain' : 'text'
  const signature = Uint8Array.from(randomBytes(65))
  const terms = { owner: owner ?? '', binding, signature, showsName: false } as const
  const confirmation = { ...terms, proof: null }
  const given = await store.addConfirmation(
    { code, attemptId, userId: user.id, confirmation },
    clock.now,
  )
  if (given.outcome !== 'given') throw new Error(given.outcome)
}

/** Links the multisig to these members, as the service does it once enough owners have confirmed. */
export async function complete(
  { store, clock }: BotStage,
  { code, multisig }: StoredCosigning,
  members: readonly { user: StoredUser; own: string }[],
): Promise<readonly StoredWallet[]> {
  const cosigning = await store.findCosigning(code, clock.now)
  const owners = cosigning?.confirmations.map(({ owner }) => owner) ?? []
  const completed = await store.completeCosigning(
    {
      code,
      proven: getProven(multisig),
      links: members.map(({ user, own }) => ({
        userId: user.id,
        proof: sampleProof(),
        evidence:
          multisig.family === 'ton'
            ? { kind: 'agreements', owners, own }
            : { kind: 'signature', hash: `0x${'ab'.repeat(32)}`, signature: '0x' },
      })),
      walletLimit: 10,
    },
    clock.now,
  )
  if (completed.outcome !== 'linked') throw new Error(completed.outcome)
  return completed.wallets
}

/** Where the button of a message about a cosigning leads. */
export function openButton(code: string, text = 'Open', language = 'en') {
  return { text, web_app: { url: `${PUBLIC_URL}/m/${code}?lang=${language}` } }
}

function getProven(multisig: StoredMultisig): ProvenWallet {
  const { address } = multisig
  if (multisig.family === 'ton') {
    const { network } = multisig
    const proven = { level: 'quorum', binding: 'domain', keySource: 'owners' } as const
    return { family: 'ton', network, address, kind: 'multisig-v2', ...proven }
  }
  const { chainId } = multisig
  const proven = { level: 'account', binding: 'hash', keySource: 'contract' } as const
  return { family: 'evm', chainId, address, kind: 'safe', ...proven }
}
