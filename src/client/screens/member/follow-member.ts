import type { ReadableAtom } from 'nanostores'
import { PROBLEMS } from '#shared/problem.ts'
import type { Member, MemberState } from './member.ts'
import { type PollDeps, startPoll } from '../query/poll.ts'

type Deps = Pick<PollDeps, 'isVisible' | 'onReturn'> & {
  member: Pick<Member, 'renew'>
  state: ReadableAtom<MemberState>
}

/**
 * Refreshes automatically what an outage has left old or empty. Calling the returned function means that the screen
 * shows the member: until that is undone, it also refreshes on every return, and polls while an attempt is live.
 */
export function followMember({ member, state, isVisible, onReturn }: Deps): () => () => void {
  let viewers = 0
  let renewing: Promise<boolean> | null = null

  function renew(): Promise<boolean> {
    renewing ??= member.renew().finally(() => (renewing = null))
    return renewing
  }

  function isWanted(): boolean {
    const current = state.get()
    if (current.status === 'failed') return PROBLEMS[current.code].retry
    if (current.status !== 'known') return false
    return current.outdated !== null || (viewers > 0 && isAwaited(current))
  }

  const poll = startPoll({ state, ask: renew, isWanted, isVisible, onReturn })
  onReturn(() => {
    if (viewers > 0 && state.get().status === 'known') void renew()
  })

  return () => {
    viewers += 1
    poll.wake()
    return () => {
      viewers -= 1
    }
  }
}

/** Not polled: the wait for another holder, which may take a day, and for owners, which may take three. */
function isAwaited({ me }: Extract<MemberState, { status: 'known' }>): boolean {
  const state = me.attempt?.state
  return state !== undefined && state !== 'awaiting-consent' && state !== 'awaiting-cosigners'
}
