import type { HostEffects } from '../../store/api-key-store.ts'
import type { HostReply } from './host-reply.ts'

/** What a call is to change, once everything else that it needs has been asked for. */
export type HostChange<Body> = {
  kind: 'change'
  /** One transaction, which may run more than once: it touches nothing but the effects that it is given. */
  run: (effects: HostEffects) => Promise<HostReply<Body>>
  /** Called after the commit, unless the change was refused. */
  onChanged: () => void
}

/** A call of the host API leads to a reply, or to a change that gives one. */
export type HostOutcome<Body> = HostReply<Body> | HostChange<Body>

export function changeHost<Body>(
  run: HostChange<Body>['run'],
  onChanged: () => void = nothing,
): HostChange<Body> {
  return { kind: 'change', run, onChanged }
}

/** A reply is a change of nothing. */
export function toChange<Body>(outcome: HostOutcome<Body>): HostChange<Body> {
  return outcome.kind === 'change' ? outcome : changeHost(() => Promise.resolve(outcome))
}

function nothing(): void {}
