import * as v from 'valibot'
import { HOST_EVENT_TYPES, type HostEvent, HostEventSchema } from '#shared/api/host/host-event.ts'
import { ClaspError } from './clasp-error.ts'

const TypedSchema = v.object({ type: v.string() })
const KNOWN: ReadonlySet<string> = new Set(HOST_EVENT_TYPES)

/**
 * An event as it came; null for one of a type that this version does not know, because new types may be added.
 *
 * @throws ClaspError `answer-unreadable`
 */
export function readEvent(value: unknown): HostEvent | null {
  const parsed = v.safeParse(HostEventSchema, value)
  if (parsed.success) return parsed.output
  const typed = v.safeParse(TypedSchema, value)
  if (typed.success && !KNOWN.has(typed.output.type)) return null
  throw new ClaspError('answer-unreadable', { cause: parsed.issues })
}
