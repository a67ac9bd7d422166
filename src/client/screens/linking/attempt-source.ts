import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import { COSIGNING_CODE } from '#shared/start-param.ts'
import type { Family } from '#shared/wallet.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { findPurpose } from '../routing/attempt-routes.ts'
import { isUnanswered } from './attempt-view.ts'
import type { NameChoice } from './name-choice.ts'

/**
 * Returns an attempt to start with.
 *
 * @param purpose code of the connect request or of the cosigning that it is for; null for none
 * @throws ApiError
 */
export type AttemptSource = (purpose: string | null) => Promise<Attempt>

type Deps = {
  api: Api
  memory: AttemptMemory
  nameChoice: NameChoice
  family: Family
  /** The Telegram client that the attempts are made with. */
  client: AttemptClient
  now: () => number
  /** Whether the member says that the account of the launch is theirs, where that is in doubt. */
  isOwnAccount: () => Promise<boolean>
}

/** Time that an attempt must have left to be reused, in milliseconds. */
const LEAST_TIME_MS = 60_000

/** Reuses a live attempt of this device for the same purpose, because its nonce has not been used. */
export function createAttemptSource(deps: Deps): AttemptSource {
  const { api, memory, nameChoice, family, client, now, isOwnAccount } = deps
  const underWay = new Map<string, Promise<Attempt>>()

  function fits(saved: Attempt, purpose: string | null): boolean {
    if (findPurpose(saved) !== purpose || !isWorthStarting(saved, now())) return false
    return purpose === null || nameChoice.fits(purpose, saved)
  }

  /** The purpose as the server expects it, with its current choices. */
  function getAim(purpose: string | null) {
    if (purpose === null) return {}
    if (!COSIGNING_CODE.test(purpose)) return { requestCode: purpose }
    return { cosign: { code: purpose, showsName: nameChoice.of(purpose) } }
  }

  async function take(purpose: string | null): Promise<Attempt> {
    if (!(await isOwnAccount())) throw new ApiError('other-account')
    const id = memory.id(family)
    const saved = id === null ? null : await api.call(getAttempt, { id }).catch(() => null)
    if (saved !== null && fits(saved, purpose)) return saved
    const aim = getAim(purpose)
    const attempt = await api.call(createAttempt, { body: { family, client, ...aim } })
    memory.keep(attempt, 'made')
    if (aim.cosign !== undefined) {
      const { code, showsName } = aim.cosign
      nameChoice.made(code, { id: attempt.id, showsName })
    }
    return attempt
  }

  /** Calls for the same purpose share one attempt, so that an impatient member does not make a second one. */
  return (purpose) => {
    const key = JSON.stringify(getAim(purpose))
    const taking = underWay.get(key) ?? take(purpose)
    underWay.set(key, taking)
    const end = () => void underWay.delete(key)
    taking.then(end, end)
    return taking
  }
}

export function isWorthStarting(attempt: Attempt, now: number): boolean {
  return isUnused(attempt) && Date.parse(attempt.expiresAt) - now > LEAST_TIME_MS
}

/**
 * TON: the wallet that signs the text is the one whose proof has used the payload up. An attempt whose multisig's
 * owners are being asked stays with that multisig.
 */
function isUnused(attempt: Attempt): boolean {
  const isProven = attempt.family === 'ton' && attempt.state === 'awaiting-signature'
  return isUnanswered(attempt) && !isProven && attempt.cosigningCode === null
}
