import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { createStory } from '#demo/story/story.ts'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld } from '#demo/telegram/world.ts'
import type { WorldOptions } from '#demo/telegram/world-core.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

export const BOT_TOKEN = '700100200:AAtest-token_for-the-demo'

export const GROUP = -1_002_130_774_551

export const WEEKEND = -4_027_551_306

/** @param changes differences from the default bot */
export function makeWorld(changes: Partial<WorldOptions> = {}): TelegramWorld {
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'clasp_demo_bot',
    appShortName: 'app',
    appUrl: 'http://127.0.0.1:4000/',
    now: () => Date.UTC(2026, 10, 20),
    ...changes,
  })
  onTestFinished(() => world.close())
  return world
}

/** What the page of this world gets besides the world. */
export function pageOptions(world: TelegramWorld) {
  const story = createStory({ world, ownerAddresses: new Set(), now: Date.now })
  return { appOrigin: 'http://127.0.0.1:4000', hasEvmWallet: true, hasOperator: true, story }
}

/** Returns the id of the chat between two people. */
export function directChat(world: TelegramWorld, one: number, other: number): number {
  const chat = world.chats
    .all()
    .find(
      ({ kind, members }) => kind === 'direct' && [one, other].every((id) => members.includes(id)),
    )
  if (chat === undefined) throw new Error('no such chat')
  return chat.id
}

/** Creates a world whose Bot API answers at `apiRoot`. */
export async function serveWorld(): Promise<{ world: TelegramWorld; apiRoot: string }> {
  const world = makeWorld()
  return { world, apiRoot: (await listenForTest(createBotApi(world))).url }
}

/** The updates since the bot last polled. */
export async function nextUpdates(world: TelegramWorld): Promise<Record<string, unknown>[]> {
  const result = await world.updates.poll({ offset: 0, limit: 100, timeoutMs: 0 })
  if (result.kind !== 'updates') throw new Error('somebody else polls')
  const last = result.updates.at(-1)?.update_id ?? 0
  await world.updates.poll({ offset: last + 1, limit: 1, timeoutMs: 0 })
  return v.parse(v.array(v.looseObject({})), result.updates)
}

/** Calls the Bot API as a bot does. Returns the body of the answer. */
export async function callBot(
  world: TelegramWorld,
  method: string,
  parameters: Record<string, unknown> = {},
): Promise<unknown> {
  const response = await createBotApi(world).request(`/bot${BOT_TOKEN}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  })
  return response.json()
}
