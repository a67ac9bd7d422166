import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { callBot, directChat, GROUP, makeWorld, nextUpdates, WEEKEND } from './demo-world.ts'

let world: TelegramWorld
beforeEach(() => void (world = makeWorld()))

const TREASURY = 4

const refusal = (error_code: number, description: string) => ({
  ok: false,
  error_code,
  description,
})

describe('the simulated Telegram', () => {
  test('creates three groups and one chat for each pair of people, with ids that no person has', () => {
    const { chats, accounts } = world.snapshot()
    expect(chats.map(({ kind }) => kind)).toEqual([
      'supergroup',
      'group',
      'supergroup',
      'direct',
      'direct',
      'direct',
    ])
    expect(chats[0]).toMatchObject({ administrators: [ADA], bot: 'member' })
    expect(chats[1]).toMatchObject({ members: [ILYA, NEGAR], bot: 'absent' })
    const ids = [...chats, ...accounts].map(({ id }) => id)
    expect(new Set(ids).size).toBe(9)
  })

  test('accepts texts only from members and only in existing topics', () => {
    const write = (accountId: number, chatId: number, threadId: number | null) =>
      world.sendText({ accountId, chatId, threadId, text: 'a' })
    expect(() => write(ADA, WEEKEND, null)).toThrow('somebody else')
    expect(() => write(ADA, directChat(world, ILYA, NEGAR), null)).toThrow('somebody else')
    expect(() => write(ADA, GROUP, 5)).toThrow('topic')
    expect(() => write(ILYA, WEEKEND, TREASURY)).toThrow('topic')
    expect(write(ADA, GROUP, TREASURY).threadId).toBe(TREASURY)
    expect(write(ADA, directChat(world, ADA, NEGAR), null).threadId).toBeNull()
  })
})

describe('privacy mode', () => {
  test('sends the bot the topic of a message', async () => {
    world.sendText({ accountId: ADA, chatId: GROUP, threadId: TREASURY, text: '/connect' })
    expect(await nextUpdates(world)).toMatchObject([
      {
        message: {
          message_thread_id: TREASURY,
          is_topic_message: true,
          chat: { type: 'supergroup', is_forum: true },
        },
      },
    ])
  })

  test('sends the bot the replies to its messages', async () => {
    await callBot(world, 'sendMessage', { chat_id: GROUP, text: 'hello' })
    const answered = world.messages(GROUP)[0]?.id ?? 0
    const own = world.sendText({ accountId: ADA, chatId: GROUP, text: 'mine' })
    world.sendText({ accountId: ADA, chatId: GROUP, text: 'to me', replyTo: own.id })
    world.sendText({ accountId: ADA, chatId: GROUP, text: 'to you', replyTo: answered })
    expect(await nextUpdates(world)).toMatchObject([
      { message: { text: 'to you', reply_to_message: { message_id: answered } } },
    ])
  })

  test('hides messages between people and groups without the bot', async () => {
    const mention = '/connect@clasp_demo_bot'
    world.sendText({ accountId: ADA, chatId: directChat(world, ADA, ILYA), text: mention })
    world.sendText({ accountId: ILYA, chatId: WEEKEND, text: mention })
    expect(await nextUpdates(world)).toEqual([])
  })

  test('hides no message from a bot that is an administrator', async () => {
    world.setBotRole({ accountId: ADA, chatId: GROUP, role: 'administrator' })
    await nextUpdates(world)
    world.sendText({ accountId: NEGAR, chatId: GROUP, text: 'hello all' })
    expect(await nextUpdates(world)).toMatchObject([{ message: { text: 'hello all' } }])
  })
})

describe('the simulated Telegram, for a bot in groups,', () => {
  test('notifies the bot who added it to a group, promoted it and removed it', async () => {
    world.setBotRole({ accountId: NEGAR, chatId: WEEKEND, role: 'member' })
    world.setBotRole({ accountId: ILYA, chatId: WEEKEND, role: 'administrator' })
    world.setBotRole({ accountId: ILYA, chatId: WEEKEND, role: 'absent' })
    const change = (from: number, before: string, after: string) => ({
      my_chat_member: {
        chat: { id: WEEKEND, type: 'group', title: 'Weekend Sailors' },
        from: { id: from },
        old_chat_member: { status: before, user: { id: world.botId } },
        new_chat_member: { status: after },
      },
    })
    expect(await nextUpdates(world)).toMatchObject([
      change(NEGAR, 'left', 'member'),
      { message: { new_chat_members: [{ id: world.botId }] } },
      change(ILYA, 'member', 'administrator'),
      { message: { left_chat_member: { id: world.botId } } },
      change(ILYA, 'administrator', 'left'),
    ])
  })

  test('lets a bot return after a supergroup has banned it', async () => {
    world.setBotRole({ accountId: ADA, chatId: GROUP, role: 'absent' })
    world.sendText({ accountId: ADA, chatId: GROUP, text: '/connect@clasp_demo_bot' })
    world.setBotRole({ accountId: ILYA, chatId: GROUP, role: 'member' })
    expect(await nextUpdates(world)).toMatchObject([
      {
        my_chat_member: {
          old_chat_member: { status: 'member' },
          new_chat_member: { status: 'kicked' },
        },
      },
      {
        my_chat_member: {
          old_chat_member: { status: 'kicked' },
          new_chat_member: { status: 'member' },
        },
      },
      { message: { new_chat_members: [{ id: world.botId }] } },
    ])
  })

  test.each([
    ['a member throws it out', { accountId: NEGAR, chatId: GROUP, role: 'absent' }],
    ['a member promotes it', { accountId: NEGAR, chatId: GROUP, role: 'administrator' }],
    ['a stranger lets it in', { accountId: ADA, chatId: WEEKEND, role: 'member' }],
    ['it is let into a private chat', { accountId: ADA, chatId: ADA, role: 'member' }],
  ] as const)('keeps the role of the bot when %s', (_name, change) => {
    const before = world.snapshot()
    expect(() => world.setBotRole(change)).toThrow('Not theirs')
    expect(world.snapshot()).toEqual(before)
  })
})

describe('the Bot API in a chat', () => {
  test.each([
    ['a group that the bot has never seen', WEEKEND, refusal(400, 'Bad Request: chat not found')],
    ['a chat of two people', null, refusal(400, 'Bad Request: chat not found')],
    [
      'a person whom it may not write to',
      ADA,
      refusal(403, "Forbidden: bot can't initiate conversation with a user"),
    ],
  ])('refuses to send a message of the bot into %s', async (_name, chatId, expected) => {
    const chat_id = chatId ?? directChat(world, ADA, NEGAR)
    expect(await callBot(world, 'sendMessage', { chat_id, text: 'a' })).toEqual(expected)
    expect(world.messages(chat_id)).toEqual([])
  })

  test.each([
    ['supergroup', GROUP, ADA],
    ['group', WEEKEND, ILYA],
  ])('reports that the bot was removed from a %s', async (kind, chat_id, accountId) => {
    world.setBotRole({ accountId, chatId: chat_id, role: 'member' })
    await callBot(world, 'sendMessage', { chat_id, text: 'a' })
    const message_id = world.messages(chat_id).at(-1)?.id
    world.setBotRole({ accountId, chatId: chat_id, role: 'absent' })
    const kicked = refusal(403, `Forbidden: bot was kicked from the ${kind} chat`)
    const edited = { chat_id, message_id, text: 'b' }
    expect(await callBot(world, 'sendMessage', { chat_id, text: 'a' })).toEqual(kicked)
    expect(await callBot(world, 'editMessageText', edited)).toEqual(kicked)
    expect(await callBot(world, 'deleteMessage', edited)).toEqual(kicked)
    expect(await callBot(world, 'getChatAdministrators', { chat_id })).toEqual(kicked)
    expect(await callBot(world, 'getChatMember', { chat_id, user_id: NEGAR })).toEqual(kicked)
  })

  test('writes into a topic and refuses a missing one', async () => {
    world.grantWriteAccess(ADA)
    const send = (chat_id: number, message_thread_id: number) =>
      callBot(world, 'sendMessage', { chat_id, message_thread_id, text: 'a' })
    const notFound = refusal(400, 'Bad Request: message thread not found')
    expect(await send(GROUP, TREASURY)).toMatchObject({
      ok: true,
      result: { message_thread_id: TREASURY, is_topic_message: true },
    })
    expect(await send(GROUP, 1)).toEqual(notFound)
    expect(await send(GROUP, 77)).toEqual(notFound)
    expect(await send(ADA, 77)).toEqual(notFound)
  })

  test('ignores a topic in a group that is not a forum', async () => {
    world.setBotRole({ accountId: ILYA, chatId: WEEKEND, role: 'member' })
    const sent = { chat_id: WEEKEND, message_thread_id: 77, text: 'a' }
    expect(await callBot(world, 'sendMessage', sent)).toMatchObject({ ok: true })
    expect(world.messages(WEEKEND).at(-1)?.threadId).toBeNull()
  })

  test('lists the administrators, including the bot where it is one', async () => {
    world.setRole({ accountId: ILYA, chatId: GROUP, role: 'administrator' })
    world.setBotRole({ accountId: ADA, chatId: GROUP, role: 'administrator' })
    expect(await callBot(world, 'getChatAdministrators', { chat_id: GROUP })).toMatchObject({
      result: [
        { status: 'creator', user: { id: ADA } },
        { status: 'administrator', user: { id: ILYA }, can_manage_chat: true },
        { status: 'administrator', user: { id: world.botId } },
      ],
    })
    world.grantWriteAccess(ADA)
    expect(await callBot(world, 'getChatAdministrators', { chat_id: ADA })).toEqual(
      refusal(400, 'Bad Request: there are no administrators in the private chat'),
    )
  })

  test.each([
    ['creator', ADA, undefined],
    ['member', NEGAR, undefined],
    ['administrator', NEGAR, 'administrator'],
    ['left', NEGAR, 'left'],
    ['kicked', NEGAR, 'kicked'],
  ] as const)('reports the member status %s', async (status, user_id, role) => {
    if (role !== undefined) world.setRole({ accountId: user_id, chatId: GROUP, role })
    expect(await callBot(world, 'getChatMember', { chat_id: GROUP, user_id })).toMatchObject({
      ok: true,
      result: { status, user: { id: user_id } },
    })
  })

  test('stops former members from reading and writing', () => {
    world.setRole({ accountId: NEGAR, chatId: GROUP, role: 'left' })
    expect(() => world.sendText({ accountId: NEGAR, chatId: GROUP, text: 'a' })).toThrow(
      'somebody else',
    )
    expect(world.snapshot().chats[0]?.members).toEqual([ADA, ILYA])
  })

  test('sends changes of other members to a bot that is an administrator and requests them', async () => {
    world.updates.allow(['chat_member'])
    world.setRole({ accountId: NEGAR, chatId: GROUP, role: 'left' })
    world.setBotRole({ accountId: ADA, chatId: GROUP, role: 'administrator' })
    world.setRole({ accountId: ILYA, chatId: GROUP, role: 'kicked' })
    expect(await nextUpdates(world)).toMatchObject([
      { chat_member: { new_chat_member: { status: 'kicked', user: { id: ILYA } } } },
    ])
  })
})

describe('a new title', () => {
  test('is shown to the bot and the people', async () => {
    world.setTitle({ accountId: ADA, chatId: GROUP, title: 'Harbour' })
    expect(await callBot(world, 'getChat', { chat_id: GROUP })).toMatchObject({
      result: { title: 'Harbour' },
    })
    expect(world.snapshot().chats[0]?.title).toBe('Harbour')
    expect(await nextUpdates(world)).toMatchObject([{ message: { new_chat_title: 'Harbour' } }])
  })
})

/** The group without Ada after the bot came into it and it became a supergroup. */
async function migrated() {
  world.setBotRole({ accountId: ILYA, chatId: WEEKEND, role: 'member' })
  await callBot(world, 'sendMessage', { chat_id: WEEKEND, text: 'before' })
  await nextUpdates(world)
  const newId = world.migrate({ accountId: ILYA, chatId: WEEKEND })
  return { world, newId }
}

describe('a migration', () => {
  test('reports both ids and the joining of the new chat to the bot, but not the leaving of the old one', async () => {
    const { world, newId } = await migrated()
    expect(String(newId)).toMatch(/^-100\d+$/)
    expect(await nextUpdates(world)).toMatchObject([
      {
        my_chat_member: {
          chat: { id: newId, type: 'supergroup' },
          new_chat_member: { status: 'member' },
        },
      },
      { message: { chat: { id: WEEKEND, type: 'group' }, migrate_to_chat_id: newId } },
      { message: { chat: { id: newId, type: 'supergroup' }, migrate_from_chat_id: WEEKEND } },
    ])
  })

  test('makes the old chat refuse with the new id and preserves its messages', async () => {
    const { world, newId } = await migrated()
    const before = world.messages(WEEKEND)
    const upgraded = {
      ...refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat'),
      parameters: { migrate_to_chat_id: newId },
    }
    const chat_id = WEEKEND
    const edited = {
      chat_id,
      message_id: before.find(({ text }) => text === 'before')?.id,
      text: 'b',
    }
    expect(await callBot(world, 'sendMessage', { chat_id, text: 'a' })).toEqual(upgraded)
    expect(await callBot(world, 'editMessageText', edited)).toEqual(upgraded)
    expect(await callBot(world, 'getChatAdministrators', { chat_id })).toEqual(upgraded)
    expect(world.messages(WEEKEND)).toEqual(before)
    expect(await callBot(world, 'sendMessage', { chat_id: newId, text: 'a' })).toMatchObject({
      ok: true,
    })
  })

  test('moves people with their roles into the new chat only', async () => {
    const { world, newId } = await migrated()
    const { chats } = world.snapshot()
    expect(chats.map(({ id }) => id)).not.toContain(WEEKEND)
    expect(chats.find(({ id }) => id === newId)).toMatchObject({
      kind: 'supergroup',
      title: 'Weekend Sailors',
      members: [ILYA, NEGAR],
      administrators: [ILYA],
      bot: 'member',
    })
    expect(() => world.sendText({ accountId: ILYA, chatId: WEEKEND, text: 'a' })).toThrow(
      'somebody else',
    )
    expect(() => world.migrate({ accountId: ILYA, chatId: WEEKEND })).toThrow('No group')
  })

  test('is hidden from the bot in a group without it', async () => {
    const newId = world.migrate({ accountId: ILYA, chatId: WEEKEND })
    expect(await nextUpdates(world)).toEqual([])
    expect(await callBot(world, 'getChat', { chat_id: newId })).toEqual(
      refusal(400, 'Bad Request: chat not found'),
    )
  })

  test.each([
    ['by a member', { accountId: NEGAR, chatId: WEEKEND }],
    ['of a supergroup', { accountId: ADA, chatId: GROUP }],
  ])('is refused %s', (_name, migration) => {
    expect(() => makeWorld().migrate(migration)).toThrow('No group')
  })
})
