import {
  createPostEvent,
  targetOrigin,
  type EventName,
  type MethodName,
  type MethodParams,
} from '@telegram-apps/sdk-react'
import * as v from 'valibot'
import { isFramed } from './is-framed.ts'
import { receiveNativeEvents } from './native-events.ts'

/** How a browser writes an origin that it does not reveal. */
const OPAQUE = 'null'

/**
 * Messages between the page and the Telegram client: methods to the client, events back. A client is not trusted, so an
 * event's data is unknown, and no method throws.
 *
 * Methods go through the SDK. Events do not, because it drops the whole event when one field is odd, such as a theme
 * with one short colour. Source: core.telegram.org/api/web-events.
 */
export type TelegramWire = {
  post: PostMethod<MethodName>
  /** Listens until the returned function is called. */
  on: (event: EventName, listener: (data: unknown) => void) => () => void
}

/** @typeParam Name which methods may be posted */
type PostMethod<Name extends MethodName> = <M extends Name>(
  method: M,
  ...parameters: ParametersOf<MethodParams<M>>
) => void

type ParametersOf<P> = [P] extends [never] ? [] : undefined extends P ? [P?] : [P]

type Listeners = Map<string, Set<(data: unknown) => void>>

const MessageSchema = v.object({ eventType: v.string(), eventData: v.optional(v.unknown()) })
const TextSchema = v.pipe(v.string(), v.parseJson(), MessageSchema)
type Message = v.SafeParseResult<typeof MessageSchema | typeof TextSchema>

/** @param frameOrigins origins of the clients that may show the page in a frame */
export function createWire(frameOrigins: readonly string[]): TelegramWire {
  let targets = framingOrigins(location, frameOrigins)
  const listeners: Listeners = new Map()
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return
    if (frameOrigins.includes(origin)) targets = [origin]
    deliver(listeners, v.safeParse(TextSchema, data))
  })
  receiveNativeEvents((eventType, eventData) =>
    deliver(listeners, v.safeParse(MessageSchema, { eventType, eventData })),
  )
  return {
    post(method, ...[parameters]) {
      if (!isFramed()) return post(method, parameters)
      for (const target of targets) {
        targetOrigin.set(target)
        post(method, parameters)
      }
    },
    on(event, listener) {
      const named = listeners.get(event) ?? new Set()
      listeners.set(event, named.add(listener))
      return () => void named.delete(listener)
    },
  }
}

/** For any version. The SDK's own `postEvent` would include all of its components: 8 kB (brotli). */
const postEvent = createPostEvent('99.0', 'non-strict')

/** A refused call does not reach the client, nor does one in a window without a client. Every adapter handles both. */
function post(method: MethodName, parameters: unknown): void {
  try {
    Reflect.apply(postEvent, null, [method, parameters])
  } catch {}
}

function deliver(listeners: Listeners, { success, output }: Message): void {
  if (!success) return
  for (const listener of listeners.get(output.eventType) ?? []) listener(output.eventData)
}

/** What a browser reveals about the page around this one. Firefox has no `ancestorOrigins`. */
type FramedLocation = { ancestorOrigins?: Readonly<Record<number, string>> }

/**
 * The origins that may receive the page's messages: the one that frames the page, if the server allows it. Where the
 * browser does not reveal that origin, all allowed ones remain, and it delivers each message only where its target
 * origin fits.
 */
function framingOrigins(
  { ancestorOrigins }: FramedLocation,
  allowed: readonly string[],
): readonly string[] {
  const parent = ancestorOrigins?.[0] ?? OPAQUE
  return parent === OPAQUE ? allowed : allowed.filter((own) => own === parent)
}
