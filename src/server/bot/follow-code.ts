import { isSettled } from '#shared/attempt.ts'
import { getAttemptId } from '#shared/attempt-code.ts'
import type { CosigningState } from '#shared/multisig.ts'
import { readStartParam, type StartParam } from '#shared/start-param.ts'
import { lookUpCode } from '#server/requests/look-up-code.ts'
import { requestState } from '#server/requests/request-state.ts'
import type { Family } from '#shared/wallet.ts'
import type { StoredCosigning } from '#server/store/multisigs/cosigning-rows.ts'
import type { StoredRequest } from '#server/store/requests/request-rows.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs, StoredUser } from '#server/store/stored.ts'
import type { DeadLink } from './messages/link-texts.ts'

/** The target of a code that a member brought. */
export type Followed =
  | { kind: 'request'; code: string; request: StoredRequest }
  | { kind: 'card'; code: string; holder: StoredUser }
  | { kind: 'attempt'; code: string; id: string }
  | { kind: 'cosign'; code: string; cosigning: StoredCosigning }
  | { kind: 'dead'; why: DeadLink }

type FollowDeps = {
  store: Store
  now: () => EpochMs
  member: StoredUser
  /** Families whose wallets can be linked. */
  families: readonly Family[]
}
type CodeParam = Extract<StartParam, { code: string }>

/** Follows a code for the member who brought it. */
export async function followCode(text: string, deps: FollowDeps): Promise<Followed> {
  const parameter = readStartParam(text)
  if (parameter === null || parameter.kind === 'broken') return dead('broken')
  if (parameter.kind === 'newer') return dead('newer')
  const lookup = await lookUpCode(deps.member, () => find(parameter, deps), deps)
  return lookup.outcome === 'found' ? lookup.found : dead(lookup.outcome)
}

function find({ kind, code }: CodeParam, deps: FollowDeps): Promise<Followed | undefined> {
  switch (kind) {
    case 'request':
      return findRequest(code, deps)
    case 'card':
      return findCard(code, deps)
    case 'attempt':
      return findAttempt(code, deps)
    case 'cosign':
      return findCosigning(code, deps)
  }
}

async function findRequest(
  code: string,
  { store, now }: FollowDeps,
): Promise<Followed | undefined> {
  const request = await store.findRequest(code)
  if (request === undefined) return undefined
  const answered = await store.countAnswers(code)
  const state = requestState({ request, answered }, now())
  return state === 'open' ? { kind: 'request', code, request } : dead(state)
}

async function findCard(code: string, { store }: FollowDeps): Promise<Followed | undefined> {
  const verdict = await store.findCard(code)
  if (verdict.kind === 'unknown') return undefined
  return verdict.kind === 'live' ? { kind: 'card', code, holder: verdict.holder } : dead('revoked')
}

/** Another member's attempt is treated as unknown. */
async function findAttempt(
  code: string,
  { store, now, member }: FollowDeps,
): Promise<Followed | undefined> {
  const id = getAttemptId(code)
  const attempt = await store.findAttempt(id, member.id, now())
  if (attempt === undefined) return undefined
  return isSettled(attempt.state) ? dead('over') : { kind: 'attempt', code, id }
}

/** A cosigning of a family that is not offered is treated as unknown. */
async function findCosigning(
  code: string,
  { store, now, families }: FollowDeps,
): Promise<Followed | undefined> {
  const cosigning = await store.findCosigning(code, now())
  if (cosigning === undefined || !families.includes(cosigning.multisig.family)) return undefined
  const { state } = cosigning
  return state === 'open' ? { kind: 'cosign', code, cosigning } : dead(ENDED[state])
}

const ENDED = {
  complete: 'enough',
  cancelled: 'cancelled',
  expired: 'late',
} as const satisfies Record<Exclude<CosigningState, 'open'>, DeadLink>

function dead(why: DeadLink): Followed {
  return { kind: 'dead', why }
}
