import type { ReadableAtom } from 'nanostores'
import { PROBLEMS } from '#shared/problem.ts'
import type { Member } from './member.ts'
import type { MemberState } from './member-state.ts'
import { type PollDeps, startPoll } from './poll.ts'

type Deps = Pick<PollDeps, 'isVisible' | 'onReturn'> & {
  member: Pick<Member, 'renew'>
  state: ReadableAtom<MemberState>
}

/**
 * Renews by itself what an outage has left old or empty. While the function that it returns has been called, and until
 * that is undone, the member is looked at: then on every return, and for as long as a link is under way elsewhere.
 */
export function followMember({ member, state, isVisible, onReturn }: Deps): () => () => void {
  let lookers = 0
  let renewing: Promise<boolean> | null = null

  function renew(): Promise<boolean> {
    renewing ??= member.renew().finally(() => (renewing = null))
    return renewing
  }

  function isWanted(): boolean {
    const current = state.get()
    if (current.status === 'failed') return PROBLEMS[current.code].retry
    if (current.status !== 'known') return false
    return current.outdated !== null || (lookers > 0 && isAwaited(current))
  }

  const poll = startPoll({ ask: renew, isWanted, isVisible, onReturn })
  state.listen(() => poll.wake())
  onReturn(() => {
    if (lookers > 0 && state.get().status === 'known') void renew()
  })

  return () => {
    lookers += 1
    poll.wake()
    return () => {
      lookers -= 1
    }
  }
}

/** Another holder may take a day to answer, and owners three: they are waited for by no poll. */
function isAwaited({ me }: Extract<MemberState, { status: 'known' }>): boolean {
  const state = me.attempt?.state
  return state !== undefined && state !== 'awaiting-consent' && state !== 'awaiting-cosigners'
}
