import type { Attempt } from '#shared/attempt.ts'
import type { OwnerWord } from '../multisig/collections.ts'
import type { StoredCollection } from '../store/multisig-store.ts'
import type { StoredAttempt } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentAttempt } from './present-attempt.ts'
import type { Proving } from './proving.ts'
import { refuseBusy } from './refuse-for.ts'
import { created, refuse, type Refusal, type Reply } from './reply.ts'
import { refuseLate, refuseUnchanged } from './settle-proof.ts'

export type Cosign = NonNullable<StoredAttempt['cosign']>

/** The collection in which the attempt's word is to be given, while it takes words. */
export async function findOpenCollection(
  { code }: Cosign,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<StoredCollection | undefined> {
  const collection = await store.findCollection(code, now())
  return collection?.state === 'open' ? collection : undefined
}

/** Why this owner may not speak now; undefined if they may. The attempt stays: another wallet of the member's may. */
export async function refuseAsOwner(
  { attempt, turn }: Pick<Proving, 'attempt' | 'turn'>,
  { collection, address }: { collection: StoredCollection; address: string },
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  const code = await turn(() => deps.collections.refuseOwner(collection, address))
  if (code === 'busy') return refuseBusy()
  return code === null ? undefined : refuseUnchanged(attempt, code, deps)
}

/** Gives one owner's verified word, which ends the attempt; nothing is linked by the word itself. */
export async function giveWord(
  { user, attempt, turn }: Proving,
  { cosign, word }: { cosign: Cosign; word: OwnerWord },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { code, showsName } = cosign
  const given = await turn(() => deps.collections.give(code, { user, attempt, word, showsName }))
  if (given === 'busy') return refuseBusy()
  if (!given.ok) return refuseWord(attempt, given.code, deps)
  deps.onEvent()
  const settled = await deps.store.findAttempt(attempt.id, user.id, deps.now())
  return settled ? created(await presentAttempt(settled, deps)) : refuse('not-found')
}

function refuseWord(
  attempt: StoredAttempt,
  code: Parameters<typeof refuseUnchanged>[1],
  deps: HttpDeps,
): Refusal {
  return code === 'attempt-expired' || code === 'attempt-settled'
    ? refuseLate(attempt, code, deps)
    : refuseUnchanged(attempt, code, deps)
}
