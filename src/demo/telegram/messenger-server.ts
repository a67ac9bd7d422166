import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { SSEStreamingApi } from 'hono/streaming'
import * as v from 'valibot'
import { findShownJoin, mayAskToJoin } from './join.ts'
import { mayForward } from './forward.ts'
import { ActionSchema } from './messenger-contract.ts'
import type { MessengerAction, ActionResult, MessengerEvent } from './messenger-contract.ts'
import { mayMigrate } from './migrate.ts'
import { maySetBotRole } from './set-role.ts'
import type { StoryState } from './story-contract.ts'
import type { TelegramWorld } from './world.ts'
import { hasTopic } from './world-core.ts'

/** What the page gets besides the world. The world changes with the story. */
export type MessengerServerOptions = Omit<MessengerEvent, 'world' | 'story'> & {
  story: { read(): StoryState }
}

/** What the page of the simulated messenger talks to: `/demo/events` and `/demo/actions`. */
export function createMessengerRoutes(world: TelegramWorld, options: MessengerServerOptions): Hono {
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
  world: TelegramWorld,
  { story, ...options }: MessengerServerOptions,
): Promise<void> {
  const turn = createTurnstile()
  const unsubscribe = world.subscribe(() => turn.open())
  stream.onAbort(() => turn.open())
  try {
    while (!stream.aborted) {
      const event: MessengerEvent = { ...options, story: story.read(), world: world.snapshot() }
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

/** Accounts that exist act in their own chats, and on what is there. */
function isPossible(world: TelegramWorld, action: MessengerAction): boolean {
  const accountId = action.type === 'launch' ? action.launch.accountId : action.accountId
  if (world.account(accountId) === undefined) return false
  if (action.type === 'ask-to-join') return mayAskToJoin(world.chats.find(action.chatId), action)
  if ('chatId' in action && !world.chats.isIn(accountId, action.chatId)) return false
  if ('threadId' in action && !hasTopic(world, action.chatId, action.threadId)) return false
  return isAdmitted(world, action)
}

/** What some actions ask beyond being in the chat. */
function isAdmitted(world: TelegramWorld, action: MessengerAction): boolean {
  switch (action.type) {
    case 'forward':
      return world.chats.isIn(action.accountId, action.toChatId) && mayForward(world, action)
    case 'set-bot-role':
      return maySetBotRole(world.chats.find(action.chatId), action)
    case 'decide-join':
    case 'set-guard':
      return world.chats.find(action.chatId)?.administrators.includes(action.accountId) ?? false
    case 'launch':
      return action.launch.source !== 'join-request' || findShownJoin(world, action.launch) !== null
    case 'migrate':
      return mayMigrate(world.chats.find(action.chatId), action)
    default:
      return true
  }
}

async function perform(world: TelegramWorld, action: MessengerAction): Promise<ActionResult> {
  switch (action.type) {
    case 'press-button':
      return world.press(action)
    case 'launch':
      return { kind: 'launched', url: world.launch(action.launch) }
    case 'ask-inline':
      return world.askInline(action)
    case 'choose-inline':
      return world.chooseInline(action)
    case 'look-at-prepared':
      return world.previewPrepared(action)
    case 'send-prepared':
      return world.sendPrepared(action)
    default:
      performQuietly(world, action)
      return { kind: 'done' }
  }
}

/** Actions after which there is nothing to report. */
function performQuietly(world: TelegramWorld, action: QuietAction): void {
  switch (action.type) {
    case 'send-text':
      world.sendText(action)
      break
    case 'forward':
      world.forward(action)
      break
    case 'set-bot-role':
      world.setBotRole(action)
      break
    case 'migrate':
      world.migrate(action)
      break
    case 'ask-to-join':
      world.askToJoin(action)
      break
    case 'decide-join':
      world.decideJoin({ ...action, accountId: action.personId })
      break
    case 'set-guard':
      world.setGuard({
        chatId: action.chatId,
        isGuarded: action.isGuarded,
        botRights: { canInviteUsers: action.canInviteUsers },
      })
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
}

type ServiceMessageType =
  | 'press-button'
  | 'launch'
  | 'ask-inline'
  | 'choose-inline'
  | 'look-at-prepared'
  | 'send-prepared'
type QuietAction = Exclude<MessengerAction, { type: ServiceMessageType }>
