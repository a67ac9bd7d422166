import { atom } from 'nanostores'
import { vi } from 'vitest'
import * as v from 'valibot'
import { ActionResultSchema } from '#demo/telegram/messenger-contract.ts'
import type {
  MessengerAction,
  MessengerEvent,
  InlineResult,
} from '#demo/telegram/messenger-contract.ts'
import { createMessengerRoutes } from '#demo/telegram/messenger-server.ts'
import type { Connection } from '#demo/telegram/messenger/store/connection.ts'
import type { ChatPlace } from '#demo/telegram/messenger/store/messenger-core.ts'
import { createMessenger } from '#demo/telegram/messenger/store/messenger.ts'
import type { Messenger } from '#demo/telegram/messenger/store/messenger.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { makeWorld, pageOptions } from '../demo-world.ts'

export type OpenedMessengerPage = {
  world: TelegramWorld
  messenger: Messenger
  /** The actions that the page has sent to the server. */
  actions: MessengerAction[]
}

/** Opens the page without its UI, over the real server's routes, for one person. */
export function openPage(accountId: number): OpenedMessengerPage {
  const world = makeWorld()
  const { story, ...options } = pageOptions(world)
  const routes = createMessengerRoutes(world, { ...options, story })
  const read = () => ({ ...options, story: story.read(), world: world.snapshot() })
  const latest = atom<MessengerEvent | null>(read())
  world.subscribe(() => latest.set(read()))
  const actions: MessengerAction[] = []
  const act: Connection['act'] = async (action) => {
    actions.push(action)
    const response = await routes.request('/demo/actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(action),
    })
    return response.ok ? v.parse(ActionResultSchema, await response.json()) : null
  }
  const messenger = createMessenger({ latest, isOnline: atom(true), act })
  messenger.switchPerson(accountId)
  return { world, messenger, actions }
}

/** A place in a chat of people. */
export function placeIn(chatId: number, threadId: number | null = null): ChatPlace {
  return { kind: 'chat', chatId, threadId }
}

export const ARTICLE: InlineResult = {
  id: '1',
  title: 'Ask to connect a wallet',
  description: 'A message with a button',
  text: 'Ada asks you to connect a wallet',
  entities: [],
  keyboard: [[{ text: 'Connect', url: 'https://t.me/clasp_demo_bot/app?startapp=r1_x' }]],
}

/** Waits for the next inline query and answers it as a bot does. */
export async function answerInline(
  world: TelegramWorld,
  {
    results = [ARTICLE],
    button = null,
  }: Partial<Pick<InlineAnswerInput, 'results' | 'button'>> = {},
): Promise<string> {
  const polled = await world.updates.poll({ offset: 0, limit: 1, timeoutMs: 5_000 })
  const [update] = polled.kind === 'updates' ? polled.updates : []
  if (update === undefined || !('inline_query' in update) || update.inline_query === undefined) {
    throw new Error(`no inline query, but ${JSON.stringify(update)}`)
  }
  const { id, query } = update.inline_query
  world.inlineQueries.answer(id, { results, button, cacheS: 0, isPersonal: true })
  await world.updates.poll({ offset: update.update_id + 1, limit: 1, timeoutMs: 0 })
  return query
}

type InlineAnswerInput = Parameters<TelegramWorld['inlineQueries']['answer']>[1]

/** Waits for the chat picker and picks a chat in it. */
export async function pick(messenger: Messenger, chatId: number | null): Promise<void> {
  await vi.waitUntil(() => messenger.picker.current.get() !== null)
  messenger.picker.answer(chatId)
}

/** Collects the events that an open Mini App receives from now on. */
export function listen(messenger: Messenger): () => unknown[] {
  const messages: string[] = []
  messenger.miniApp.get()?.session.connect({
    post: (message) => messages.push(message),
    size: () => ({ width: 390, height: 700 }),
  })
  return () => messages.map((message): unknown => JSON.parse(message))
}

/** The open Mini App calls a method of its client after a tap. */
export function write(messenger: Messenger, eventType: string, eventData: unknown): void {
  const session = messenger.miniApp.get()?.session
  session?.tapped()
  session?.receive(JSON.stringify({ eventType, eventData }))
}
