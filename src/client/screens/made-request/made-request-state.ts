import { PROBLEMS } from '#shared/problem.ts'
import type { MadeRequest, ReceivedAnswer } from '#shared/request.ts'
import type { QueryState } from '../query/query.ts'

/** A connect request of the member, and its answers. */
export type MadeRequestView = {
  request: MadeRequest
  /** Null until known. */
  people: ReceivedPeople | null
}

/** Who answered, newest first; `withheld` from a maker who may no longer ask there. */
export type ReceivedPeople = readonly ReceivedAnswer[] | 'withheld'

/** The same, as far as this page knows. */
export type MadeRequestState = QueryState<MadeRequestView>

/** Whether it can still change without the member. */
export function isLive(state: MadeRequestState): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (isTaking(state.value.request) || state.problem !== null)
}

/** Answers can still be given or withdrawn, or the bot's message can still arrive. */
function isTaking({ state, message }: MadeRequest): boolean {
  return state === 'open' || state === 'full' || message === 'waiting'
}

/** With the current request; the list of people stays until it is loaded again. */
export function withRequest(before: MadeRequestState, request: MadeRequest): MadeRequestState {
  const people = before.status === 'shown' ? before.value.people : null
  return { status: 'shown', value: { request, people }, problem: null }
}

export function withPeople(before: MadeRequestState, people: ReceivedPeople): MadeRequestState {
  if (before.status !== 'shown') return before
  return { ...before, value: { ...before.value, people } }
}
