import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import type { Family } from '#shared/wallet.ts'
import type { Api } from '../../api/call.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { isUnanswered } from './attempt-view.ts'

/** An attempt to begin with, for the connect request with this code or for none. @throws ApiError */
export type AttemptSource = (requestCode: string | null) => Promise<Attempt>

type Deps = {
  api: Api
  memory: AttemptMemory
  family: Family
  /** The Telegram client that the attempts are made with. */
  client: AttemptClient
  now: () => number
}

/** Time that an attempt must have left to be worth beginning, in milliseconds. */
const LEAST_TIME_MS = 60_000

/** A live attempt of this device for the same purpose is taken up again: its nonce has not been used. */
export function createAttemptSource({ api, memory, family, client, now }: Deps): AttemptSource {
  const underWay = new Map<string | null, Promise<Attempt>>()

  async function take(requestCode: string | null): Promise<Attempt> {
    const id = memory.id(family)
    const kept = id === null ? null : await api.call(getAttempt, { id }).catch(() => null)
    if (kept?.requestCode === requestCode && isWorthBeginning(kept, now())) return kept
    const attempt = await api.call(createAttempt, {
      body: { family, client, ...(requestCode !== null && { requestCode }) },
    })
    memory.keep(attempt, 'made')
    return attempt
  }

  /** Whoever does not want to wait any longer must not make another one. */
  return (requestCode) => {
    const taking = underWay.get(requestCode) ?? take(requestCode)
    underWay.set(requestCode, taking)
    const end = () => void underWay.delete(requestCode)
    taking.then(end, end)
    return taking
  }
}

export function isWorthBeginning(attempt: Attempt, now: number): boolean {
  return isUnused(attempt) && Date.parse(attempt.expiresAt) - now > LEAST_TIME_MS
}

/** TON: the wallet that signs the text is the one whose proof has used the payload up. */
function isUnused(attempt: Attempt): boolean {
  const isProven = attempt.family === 'ton' && attempt.state === 'awaiting-signature'
  return isUnanswered(attempt) && !isProven
}
