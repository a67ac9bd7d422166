import { safeMessageHash } from '#shared/safe-message.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { StoredCollection, WordResult } from '../store/multisig-store.ts'
import type { Store } from '../store/store.ts'
import { recoverCoSigner } from '../verify/co-signatures.ts'
import type { Collections, OwnerWord, WordOutcome } from './collections.ts'
import type { Multisigs, Refreshed } from './multisigs.ts'
import { RECENT_MS } from './recent-ms.ts'
import { settle } from './settle.ts'
import type { SettlementDeps } from './settlement-deps.ts'
import { startCollecting, type StartingDeps } from './start-collecting.ts'
import { unreachableCode } from './unreachable-code.ts'

export type CollectionsDeps = StartingDeps &
  SettlementDeps & {
    store: Pick<Store, 'giveWord'>
    multisigs: Pick<Multisigs, 'readNow' | 'refresh'>
  }

export function createCollections(deps: CollectionsDeps): Collections {
  const { store, multisigs } = deps
  return {
    start: (user, asked) => startCollecting(user, asked, deps),
    give: (code, given) => give(code, given, deps),
    async refuseOwner(collection, address) {
      if (collection.state !== 'open') return 'cosign-closed'
      const refreshed = await multisigs.refresh(collection.multisig, RECENT_MS)
      return refuseOwner(refreshed, address)
    },
    async settle(given) {
      const collection = (await store.findCollection(given.code, deps.now())) ?? given
      if (collection.state !== 'open') return collection
      return settle(collection, await multisigs.readNow(collection.multisig), deps)
    },
  }
}

async function give(
  code: string,
  { user, attempt, word, showsName }: Parameters<Collections['give']>[1],
  deps: CollectionsDeps,
): Promise<WordOutcome> {
  const collection = await deps.store.findCollection(code, deps.now())
  if (collection?.state !== 'open') return { ok: false, code: 'cosign-closed' }
  const own = await checkWord(collection, word)
  if (own === null) return { ok: false, code: 'evm-signature-invalid' }
  const refreshed = await deps.multisigs.readNow(collection.multisig)
  const refusal = refuseOwner(refreshed, own.owner)
  if (refusal) return { ok: false, code: refusal }
  const result = await deps.store.giveWord(
    { code, attemptId: attempt.id, userId: user.id, word: { ...own, showsName } },
    deps.now(),
  )
  if (result.outcome !== 'given') return { ok: false, code: REFUSALS[result.outcome] }
  deps.onEvent()
  return { ok: true, collection: await settle(result.collection, refreshed, deps) }
}

const REFUSALS: Record<Exclude<WordResult['outcome'], 'given'>, ProblemCode> = {
  'owner-taken': 'cosign-owner-taken',
  closed: 'cosign-closed',
  'attempt-settled': 'attempt-settled',
  'attempt-expired': 'attempt-expired',
}

/** A signature is this owner's, of this very text for this very Safe, or it is none: it is kept in the form that counts. */
async function checkWord(collection: StoredCollection, word: OwnerWord): Promise<OwnerWord | null> {
  if (collection.method === 'agreements') return word
  const { multisig, message } = collection
  const signed = await recoverCoSigner(safeMessageHash(multisig, message), word.signature)
  return signed?.owner === word.owner ? { ...signed, binding: 'hash' } : null
}

/**
 * Whoever was an owner when the chain last answered may speak while it does not: nothing is linked before it has
 * answered again.
 */
function refuseOwner({ multisig, state }: Refreshed, address: string): ProblemCode | null {
  if (state === 'gone') return 'multisig-not-found'
  if (multisig.owners.includes(address)) return null
  if (state === 'unreachable') return unreachableCode(multisig)
  const isProposer = multisig.family === 'ton' && multisig.proposers.includes(address)
  return isProposer ? 'cosign-proposer' : 'cosign-not-owner'
}
