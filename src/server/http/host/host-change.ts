import type { HostEffects } from '../../store/api-keys/idempotency-keys.ts'
import type { HostReply } from './host-reply.ts'

/** The change that a call makes, once everything else that it needs is known. */
export type HostChange<Body> = {
  kind: 'change'
  /** One transaction, which may run more than once. It touches nothing but the given effects. */
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

/** Wraps a reply as a change without effects. */
export function toChange<Body>(outcome: HostOutcome<Body>): HostChange<Body> {
  return outcome.kind === 'change' ? outcome : changeHost(() => Promise.resolve(outcome))
}

function nothing(): void {}
