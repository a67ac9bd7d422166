import { getAttempt } from '#shared/api/get-attempt.ts'
import { ATTEMPT_POLL_MS } from '#shared/limits.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import { type AttemptView, isOver } from './attempt-view.ts'

type Deps = {
  api: Api
  view: AttemptView
  isVisible: () => boolean
  onReturn: (listener: () => void) => () => void
  /** Whether something is on its way to the server whose answer will tell more. */
  isBusy: () => boolean
}

/** Asks the server for the attempt on the screen: regularly while it is visible, and at once on return. */
export function watchAttempt(deps: Deps): () => void {
  const asking = { isUnderWay: false }
  const timer = setInterval(() => {
    if (deps.isVisible()) void ask(deps, asking)
  }, ATTEMPT_POLL_MS)
  const stopReturn = deps.onReturn(() => void ask(deps, asking))
  return () => {
    clearInterval(timer)
    stopReturn()
  }
}

async function ask({ api, view, isBusy }: Deps, asking: { isUnderWay: boolean }): Promise<void> {
  const shown = view.state.get()
  if (shown.status !== 'shown' || isOver(shown) || asking.isUnderWay || isBusy()) return
  asking.isUnderWay = true
  const { id } = shown.attempt
  try {
    view.receive(await api.call(getAttempt, { id }))
  } catch (error) {
    const code = problemCodeOf(error)
    if (PROBLEM_ACTIONS[code] !== 'retry') view.replace({ status: 'unavailable', id, code })
  } finally {
    asking.isUnderWay = false
  }
}
