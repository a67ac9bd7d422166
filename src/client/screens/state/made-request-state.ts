import { PROBLEMS } from '#shared/problem.ts'
import type { MadeRequest, ReceivedAnswer } from '#shared/request.ts'
import type { ReadingState } from './reading.ts'

/** A connect request of the member's own, and what has come of it. */
export type MadeRequestView = {
  request: MadeRequest
  /** Who answered, the newest first; null until it is known. */
  people: readonly ReceivedAnswer[] | null
}

/** The same, as far as this page knows. */
export type MadeRequestState = ReadingState<MadeRequestView>

/** Whether anything may become of it without the member. */
export function isLive(state: MadeRequestState): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (isTaking(state.value.request) || state.problem !== null)
}

/** Answers may come or be taken back, or the bot's message may arrive. */
function isTaking({ state, message }: MadeRequest): boolean {
  return state === 'open' || state === 'full' || message === 'waiting'
}

/** With the request as it is now; who answered stays until that is known anew. */
export function withRequest(before: MadeRequestState, request: MadeRequest): MadeRequestState {
  const people = before.status === 'shown' ? before.value.people : null
  return { status: 'shown', value: { request, people }, problem: null }
}

export function withPeople(
  before: MadeRequestState,
  people: readonly ReceivedAnswer[],
): MadeRequestState {
  if (before.status !== 'shown') return before
  return { ...before, value: { ...before.value, people } }
}
