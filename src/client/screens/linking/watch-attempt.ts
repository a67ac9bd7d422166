import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import { type AttemptView, type AttemptViewState, findId, isOver } from './attempt-view.ts'
import { type PollDeps, startPoll } from '../query/poll.ts'

type Deps = Pick<PollDeps, 'isVisible' | 'onReturn'> & {
  api: Api
  view: AttemptView
  /** Whether a call to the server is in progress whose answer will say more. */
  isBusy: () => boolean
  /** Shows an attempt that could not be loaded before. */
  onFound: (attempt: Attempt) => void
}

/** Polls the server for the attempt on the screen until the returned function is called. */
export function watchAttempt(deps: Deps): () => void {
  const { view, isVisible, onReturn } = deps
  const { stop } = startPoll({
    state: view.state,
    isVisible,
    onReturn,
    isWanted: () => isPending(view.state.get()),
    ask: () => pollAgain(deps),
  })
  return stop
}

/** Whether the server may have an update. */
function isPending(state: AttemptViewState): boolean {
  if (state.status === 'shown') return !isOver(state)
  return state.status === 'unavailable' && PROBLEM_ACTIONS[state.code] === 'retry'
}

async function pollAgain({ api, view, isBusy, onFound }: Deps): Promise<boolean> {
  const id = findId(view.state.get())
  if (id === null || isBusy()) return true
  try {
    const attempt = await api.ask(getAttempt, { id })
    const { status } = view.state.get()
    if (status === 'shown') view.receive(attempt)
    else if (status === 'unavailable' && findId(view.state.get()) === id) onFound(attempt)
    return true
  } catch (error) {
    const code = getProblemCode(error)
    if (PROBLEM_ACTIONS[code] === 'retry') return false
    // Another attempt may be on the screen by now.
    if (findId(view.state.get()) === id) view.replace({ status: 'unavailable', id, code })
    return true
  }
}
