import { decideJoin, type HostJoin } from '#shared/api/host/host-join.ts'
import type { StoredJoin } from '../../store/doors/joins.ts'
import { isoTime } from '../views.ts'
import { answerHost, refuseHost } from './host-reply.ts'
import { changeHost, type HostApi, serveHost } from './serve-host.ts'

const STATES = { approve: 'approved', decline: 'declined', queue: 'queued' } as const

/** The operator's code decides who joins a group. */
export function serveHostJoins(api: HostApi): void {
  const { deps } = api
  serveHost(api, decideJoin, async ({ params: { id }, body }) => {
    const now = deps.now()
    return changeHost(async (effects) => {
      const decided = await effects.decideJoin({ id, state: STATES[body.decision] }, now)
      switch (decided.outcome) {
        case 'decided':
          return answerHost(viewHostJoin(decided.join), decided.join.user.id)
        case 'other':
          return refuseHost('join-decided')
        case 'none':
          return refuseHost('not-found')
      }
    }, deps.onEvent)
  })
}

function viewHostJoin({ id, user, chat, state, why, askedAt }: StoredJoin): HostJoin {
  return {
    id,
    user: { id: user.id, telegramId: user.telegramId },
    chat: { id: chat.telegramId, title: chat.title },
    state,
    why,
    askedAt: isoTime(askedAt),
  }
}
