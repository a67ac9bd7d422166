import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { SSEStreamingApi } from 'hono/streaming'
import * as v from 'valibot'
import { ActionSchema } from './host-contract.ts'
import type { Action, ActionResult, HostEvent } from './host-contract.ts'
import { GROUP } from './people.ts'
import type { World } from './world.ts'

/** What the page is told besides the world. */
export type HostOptions = Omit<HostEvent, 'world'>

/** What the page of the simulated messenger talks to: `/demo/events` and `/demo/actions`. */
export function createHostRoutes(world: World, options: HostOptions): Hono {
  return new Hono()
    .get('/demo/events', (c) => {
      return streamSSE(c, (stream) => pushSnapshots(stream, world, options))
    })
    .post('/demo/actions', async (c) => {
      if (!c.req.header('content-type')?.startsWith('application/json')) {
        return c.json({ problem: 'JSON is expected' }, 415)
      }
      const action = v.safeParse(ActionTextSchema, await c.req.text())
      if (!action.success) return c.json({ problem: v.summarize(action.issues) }, 400)
      if (!isPossible(world, action.output))
        return c.json({ problem: 'No such account or chat' }, 404)
      return c.json(await perform(world, action.output))
    })
}

const ActionTextSchema = v.pipe(v.string(), v.parseJson(), ActionSchema)

/** Several changes in one turn of the event loop make one event. */
async function pushSnapshots(
  stream: SSEStreamingApi,
  world: World,
  options: HostOptions,
): Promise<void> {
  const turn = createTurnstile()
  const unsubscribe = world.subscribe(() => turn.open())
  stream.onAbort(() => turn.open())
  try {
    while (!stream.aborted) {
      const event: HostEvent = { ...options, world: world.snapshot() }
      await stream.writeSSE({ event: 'world', data: JSON.stringify(event) })
      await turn.pass()
    }
  } finally {
    unsubscribe()
  }
}

/** `pass` waits for the next `open`; one that came before it counts. */
function createTurnstile(): { open(): void; pass(): Promise<void> } {
  const state = { isOpen: false, letThrough: null as (() => void) | null }
  return {
    open() {
      state.isOpen = true
      state.letThrough?.()
    },
    async pass() {
      if (!state.isOpen) await new Promise<void>((resolve) => (state.letThrough = resolve))
      state.isOpen = false
      state.letThrough = null
    },
  }
}

/** Accounts that exist act in their own chats. */
function isPossible(world: World, action: Action): boolean {
  const accountId = action.type === 'launch' ? action.launch.accountId : action.accountId
  if (world.account(accountId) === undefined) return false
  return action.type !== 'send-text' || [accountId, GROUP.id].includes(action.chatId)
}

async function perform(world: World, action: Action): Promise<ActionResult> {
  switch (action.type) {
    case 'press-button':
      return world.press(action)
    case 'launch':
      return { kind: 'launched', url: world.launch(action.launch) }
    case 'send-text':
      world.sendText(action)
      break
    case 'grant-write-access':
      world.grantWriteAccess(action.accountId)
      break
    case 'block-bot':
      world.block(action.accountId)
      break
    case 'unblock-bot':
      world.unblock(action.accountId)
      break
    case 'set-language':
      world.setLanguage(action.accountId, action.languageCode)
      break
  }
  return { kind: 'done' }
}
