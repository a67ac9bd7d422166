import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ADA, COUNCIL, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { callBot, GROUP, makeWorld, nextUpdates } from './demo-world.ts'

let world: TelegramWorld
beforeEach(() => void (world = makeWorld()))

const CHAT = COUNCIL.id
const APP = 'https://clasp.example/j/j1_0123456789abcdefghijkl'
const ASKED = { accountId: ILYA, chatId: CHAT }
const PERSON = { chat_id: CHAT, user_id: ILYA }
const DONE = { ok: true, result: true }
const refusal = (description: string) => ({ ok: false, description })
const TOO_OLD = refusal(
  'Bad Request: query is too old and response timeout expired or query ID is invalid',
)

function answer(id: string | null, result: string) {
  return callBot(world, 'answerChatJoinRequestQuery', { chat_join_request_query_id: id, result })
}

/** Ilya asks to join, and the bot gets the query. */
async function ask(): Promise<string> {
  world.askToJoin(ASKED)
  const [update] = await nextUpdates(world)
  expect(update).toMatchObject({
    chat_join_request: {
      chat: { id: CHAT, type: 'supergroup' },
      from: { id: ILYA },
      user_chat_id: ILYA,
      query_id: world.joins[0]?.queryId,
    },
  })
  return world.joins[0]?.queryId ?? ''
}

describe('a guard', () => {
  test('is named to administrators, and gets a query that it answers once', async () => {
    expect(await callBot(world, 'getChat', { chat_id: CHAT })).toMatchObject({
      result: { guard_bot: { id: world.botId }, join_by_request: true },
    })
    const id = await ask()
    expect(await answer(id, 'approve')).toEqual(DONE)
    expect(world.chats.find(CHAT)?.members).toContain(ILYA)
    expect(await answer(id, 'approve')).toMatchObject(TOO_OLD)
    expect(await callBot(world, 'approveChatJoinRequest', PERSON)).toMatchObject(
      refusal('Bad Request: USER_ALREADY_PARTICIPANT'),
    )
  })

  test('turns a person away, who may ask again', async () => {
    expect(await answer(await ask(), 'decline')).toEqual(DONE)
    expect(world.chats.find(CHAT)?.members).not.toContain(ILYA)
    await ask()
  })

  test('may leave a request to administrators, and still let the person in', async () => {
    const id = await ask()
    expect(await answer(id, 'queue')).toEqual(DONE)
    expect(world.joins).toMatchObject([{ state: 'queued', queryId: null }])
    expect(await answer(id, 'approve')).toMatchObject(TOO_OLD)
    expect(await callBot(world, 'approveChatJoinRequest', PERSON)).toEqual(DONE)
    expect(world.chats.find(CHAT)?.members).toContain(ILYA)
    expect(world.joins).toEqual([])
  })

  test('has ten seconds for its first answer', async () => {
    vi.useFakeTimers()
    try {
      world = makeWorld()
      const id = await ask()
      vi.advanceTimersByTime(10_000)
      expect(world.joins).toMatchObject([{ state: 'queued' }])
      const sent = { chat_join_request_query_id: id, web_app_url: APP }
      expect(await callBot(world, 'sendChatJoinRequestWebApp', sent)).toMatchObject(TOO_OLD)
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows a Mini App, whose launch has the signed query and no colours, and answers later', async () => {
    vi.useFakeTimers()
    try {
      world = makeWorld()
      const id = await ask()
      const send = (web_app_url: string) =>
        callBot(world, 'sendChatJoinRequestWebApp', { chat_join_request_query_id: id, web_app_url })
      expect(await send('http://clasp.example')).toMatchObject({ ok: false })
      expect(await send(APP)).toEqual(DONE)
      vi.advanceTimersByTime(60_000)
      const client = { platform: 'ios', version: '9.6', theme: 'night' } as const
      const url = new URL(world.launch({ ...client, ...ASKED, source: 'join-request' }))
      expect(url.href).toMatch(APP)
      const launched = new URLSearchParams(url.hash.slice(1))
      expect(launched.has('tgWebAppThemeParams')).toBe(false)
      const initData = new URLSearchParams(launched.get('tgWebAppData') ?? '')
      expect(initData.get('chat_join_request_query_id')).toBe(id)
      expect(initData.has('start_param')).toBe(false)
      expect(await answer(id, 'approve')).toEqual(DONE)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that loses its right loses its queries', async () => {
    const id = await ask()
    world.setGuard({ chatId: CHAT, botRights: { canInviteUsers: false } })
    expect(await answer(id, 'approve')).toMatchObject(TOO_OLD)
    expect(await callBot(world, 'approveChatJoinRequest', PERSON)).toMatchObject(
      refusal('Bad Request: not enough rights to manage chat invite link'),
    )
    expect(
      await callBot(world, 'getChatMember', { chat_id: CHAT, user_id: world.botId }),
    ).toMatchObject({ result: { can_invite_users: false } })
    world.askToJoin(ASKED)
    expect(await nextUpdates(world)).toEqual([])
  })
})

test('an administrator that is no guard gets the request without a query, and may write for five minutes', async () => {
  let now = Date.UTC(2026, 10, 20)
  world = makeWorld({ now: () => now })
  world.setGuard({ chatId: CHAT, isGuarded: false })
  world.askToJoin(ASKED)
  const [update] = await nextUpdates(world)
  expect(update?.['chat_join_request']).not.toHaveProperty('query_id')
  const write = () => callBot(world, 'sendMessage', { chat_id: ILYA, text: 'hello' })
  expect(await write()).toMatchObject({ ok: true })
  now += 300_000
  expect(await write()).toMatchObject(
    refusal("Forbidden: bot can't initiate conversation with a user"),
  )
  expect(await callBot(world, 'declineChatJoinRequest', PERSON)).toEqual(DONE)
  expect(await callBot(world, 'approveChatJoinRequest', PERSON)).toMatchObject(
    refusal('Bad Request: HIDE_REQUESTER_MISSING'),
  )
})

test('members, the banned and groups that anybody may join take no requests', () => {
  world.setRole({ accountId: NEGAR, chatId: CHAT, role: 'kicked' })
  for (const asked of [
    { accountId: ADA, chatId: CHAT },
    { accountId: NEGAR, chatId: CHAT },
    { accountId: ILYA, chatId: GROUP },
  ])
    expect(() => world.askToJoin(asked)).toThrow('Not to be joined')
})

function tag(user_id: number, text: string) {
  return callBot(world, 'setChatMemberTag', { chat_id: CHAT, user_id, tag: text })
}

describe('a tag', () => {
  test('is set and removed', async () => {
    world.setRole({ accountId: ILYA, chatId: CHAT, role: 'member' })
    expect(await tag(ILYA, 'owner · Safe')).toEqual(DONE)
    expect(await callBot(world, 'getChatMember', PERSON)).toMatchObject({
      result: { tag: 'owner · Safe' },
    })
    expect(await tag(ILYA, '')).toEqual(DONE)
    expect(world.chats.find(CHAT)?.tags).toEqual([])
  })

  test('is refused for administrators, strangers, long texts, emoji and without the right', async () => {
    world.setRole({ accountId: ILYA, chatId: CHAT, role: 'member' })
    expect(await tag(ADA, 'a')).toMatchObject(refusal('Bad Request: CHAT_CREATOR_REQUIRED'))
    expect(await tag(NEGAR, 'a')).toMatchObject(refusal('Bad Request: USER_NOT_PARTICIPANT'))
    expect(await tag(ILYA, 'x'.repeat(17))).toMatchObject({ ok: false })
    expect(await tag(ILYA, '⛵')).toMatchObject({ ok: false })
    world.setGuard({ chatId: CHAT, botRights: { canManageTags: false } })
    expect(await tag(ILYA, 'a')).toMatchObject({ ok: false })
  })
})
