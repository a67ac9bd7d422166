import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR, WEEKEND } from '#demo/telegram/people.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import { ask, GROUP_ID, setPollingStage, type BotStage } from '../bot-harness.ts'
import { newRequest } from '#tests/support/store-samples.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const SUPERGROUP_ID = -1_000_000_000_000 + WEEKEND.id
const WAIT = { timeout: 20_000, interval: 5 }

const findChat = (telegramId: number) => stage.store.findChatByTelegramId(String(telegramId))

/** The chat once the bot knows it, or once it has the given fields. */
async function untilChat(
  telegramId: number,
  wanted: Partial<StoredChat> = {},
): Promise<StoredChat> {
  await expect
    .poll(() => findChat(telegramId), WAIT)
    .toMatchObject({ telegramId: String(telegramId), ...wanted })
  const chat = await findChat(telegramId)
  if (chat === undefined) throw new Error('no such chat')
  return chat
}

/** The chats for which an account can make requests. */
async function getChats(accountId: number): Promise<string[]> {
  const { store } = stage
  const member = await store.findUserByTelegramId(String(accountId))
  const chats = member === undefined ? [] : await store.listRequesterChats(member.id, 10)
  return chats.map(({ title }) => title)
}

const settle = () => ask(stage, { accountId: ADA, text: '/help' })

/** The bot, let into the group by its administrator, and a request that they made for it. */
async function joinWeekend() {
  stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
  const chat = await untilChat(WEEKEND.id)
  await expect.poll(() => getChats(ILYA), WAIT).toEqual([WEEKEND.title])
  const member = await stage.store.findUserByTelegramId(String(ILYA))
  if (member === undefined) throw new Error('no asker')
  const { code } = await stage.store.createRequest(
    newRequest({ userId: member.id }, { now: stage.clock.now, chat }),
  )
  return { chat, code }
}

describe('a group that the bot is let into', () => {
  test('is offered to the administrator who let the bot in, when they make a request', async () => {
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
    await untilChat(WEEKEND.id, { title: WEEKEND.title, leftAt: null })
    await expect.poll(() => getChats(ILYA), WAIT).toEqual([WEEKEND.title])
    expect(await stage.store.findUserByTelegramId(String(ILYA))).toMatchObject({
      firstName: 'Илья',
      mayMessage: false,
    })
  })

  test('is stored when somebody else let the bot in, but not who that was', async () => {
    stage.world.setBotRole({ accountId: NEGAR, chatId: WEEKEND.id, role: 'member' })
    await untilChat(WEEKEND.id, { title: WEEKEND.title })
    await settle()
    expect(await stage.store.findUserByTelegramId(String(NEGAR))).toBeUndefined()
  })

  test('gets no message', async () => {
    await joinWeekend()
    await settle()
    const senders = stage.world.messages(WEEKEND.id).map(({ senderId }) => senderId)
    expect(senders).not.toContain(stage.world.botId)
  })

  test('is offered to the member who made the bot an administrator of it', async () => {
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'administrator' })
    await expect.poll(() => getChats(ADA), WAIT).toEqual(['Harbour Makers'])
  })

  test('is stored when an anonymous administrator let the bot in, and nobody is stored', async () => {
    const { wire, updates } = stage.world
    const anonymous = { id: 1_087_968_824, is_bot: true, first_name: 'Group' }
    updates.push({
      my_chat_member: {
        chat: wire.groupChat(GROUP_ID),
        from: anonymous,
        date: 0,
        old_chat_member: wire.member(wire.bot(), 'left'),
        new_chat_member: wire.member(wire.bot(), 'member'),
      },
    })
    await untilChat(GROUP_ID)
    await settle()
    expect(await stage.store.findUserByTelegramId(String(anonymous.id))).toBeUndefined()
  })

  test('is stored while Telegram does not say who administrates it, and nobody is stored', async () => {
    stage.world.failNext('getChatAdministrators', { error_code: 500, description: 'Internal' })
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
    await untilChat(WEEKEND.id)
    await settle()
    expect(await stage.store.findUserByTelegramId(String(ILYA))).toBeUndefined()
  })
})

test('a channel that makes the bot its administrator is not stored', async () => {
  const { wire, updates } = stage.world
  const [account] = stage.world.accounts()
  if (account === undefined) throw new Error('nobody there')
  updates.push({
    my_chat_member: {
      chat: { id: -1_002_999_999_999, type: 'channel', title: 'News' },
      from: wire.user(account),
      date: 0,
      old_chat_member: wire.member(wire.bot(), 'left'),
      new_chat_member: wire.member(wire.bot(), 'administrator'),
    },
  })
  await settle()
  expect(await findChat(-1_002_999_999_999)).toBeUndefined()
})

describe('a group that the bot is removed from', () => {
  test('is no longer offered, and its requests are closed', async () => {
    const { code } = await joinWeekend()
    stage.clock.now += 1_000
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'absent' })
    await untilChat(WEEKEND.id, { leftAt: stage.clock.now })
    expect(await stage.store.findRequest(code)).toMatchObject({ closedAt: stage.clock.now })
    expect(await getChats(ILYA)).toEqual([])
  })

  test('counts as left when restrictions put the bot outside of it', async () => {
    await joinWeekend()
    const { wire, updates } = stage.world
    const [, account] = stage.world.accounts()
    if (account === undefined) throw new Error('nobody there')
    updates.push({
      my_chat_member: {
        chat: wire.groupChat(WEEKEND.id),
        from: wire.user(account),
        date: 0,
        old_chat_member: wire.member(wire.bot(), 'member'),
        new_chat_member: { ...RESTRICTED, user: wire.bot(), is_member: false },
      },
    })
    await untilChat(WEEKEND.id, { leftAt: stage.clock.now })
  })

  test('is offered again when the bot is let in again, and what was closed stays closed', async () => {
    const { chat, code } = await joinWeekend()
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'absent' })
    await untilChat(WEEKEND.id, { leftAt: stage.clock.now })
    stage.clock.now += 60_001
    stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
    await untilChat(WEEKEND.id, { id: chat.id, leftAt: null })
    expect((await stage.store.findRequest(code))?.closedAt).not.toBeNull()
  })
})

test('a renamed group has its new name', async () => {
  const { code } = await joinWeekend()
  stage.world.setTitle({ accountId: ILYA, chatId: WEEKEND.id, title: 'Night Sailors' })
  await untilChat(WEEKEND.id, { title: 'Night Sailors' })
  expect((await stage.store.findRequest(code))?.chat?.title).toBe('Night Sailors')
})

describe('a group that becomes a supergroup', () => {
  test('a group that becomes a supergroup stays the same chat here, and its requests stay open', async () => {
    const { chat, code } = await joinWeekend()
    stage.world.migrate({ accountId: ILYA, chatId: WEEKEND.id })
    await expect.poll(() => findChat(WEEKEND.id), WAIT).toBeUndefined()
    await settle()
    expect(await findChat(SUPERGROUP_ID)).toMatchObject({ id: chat.id, leftAt: null })
    expect(await stage.store.findRequest(code)).toMatchObject({
      closedAt: null,
      chat: { id: chat.id, telegramId: String(SUPERGROUP_ID) },
    })
    expect(await getChats(ILYA)).toEqual([WEEKEND.title])
  })

  test.each([
    ['the old group', { migrate_to_chat_id: SUPERGROUP_ID }, WEEKEND.id],
    ['the new group', { migrate_from_chat_id: WEEKEND.id }, SUPERGROUP_ID],
  ])(
    'a group moves when only %s reports it, and a second report changes nothing',
    async (_, content, id) => {
      const { chat } = await joinWeekend()
      const [, account] = stage.world.accounts()
      if (account === undefined) throw new Error('nobody there')
      const type = id === WEEKEND.id ? 'group' : 'supergroup'
      for (let times = 0; times < 2; times += 1) {
        stage.world.updates.push({
          message: {
            message_id: 700,
            date: 0,
            chat: { id, type, title: WEEKEND.title },
            from: stage.world.wire.user(account),
            ...content,
          },
        })
      }
      await untilChat(SUPERGROUP_ID, { id: chat.id })
      await settle()
      expect(await findChat(WEEKEND.id)).toBeUndefined()
      expect(await findChat(SUPERGROUP_ID)).toMatchObject({ id: chat.id })
    },
  )

  test('takes commands under the group’s new id', async () => {
    const { chat } = await joinWeekend()
    stage.world.migrate({ accountId: ILYA, chatId: WEEKEND.id })
    stage.world.sendText({ accountId: ILYA, chatId: SUPERGROUP_ID, text: '/connect' })
    const member = await stage.store.findUserByTelegramId(String(ILYA))
    await expect
      .poll(() => stage.store.listMadeRequests(member?.id ?? '', 10), WAIT)
      .toHaveLength(2)
    const [made] = await stage.store.listMadeRequests(member?.id ?? '', 10)
    expect(made?.request.chat).toMatchObject({ id: chat.id, telegramId: String(SUPERGROUP_ID) })
  })
})

const RESTRICTED = {
  status: 'restricted',
  can_send_messages: false,
  can_send_audios: false,
  can_send_documents: false,
  can_send_photos: false,
  can_send_videos: false,
  can_send_video_notes: false,
  can_send_voice_notes: false,
  can_send_polls: false,
  can_send_other_messages: false,
  can_add_web_page_previews: false,
  can_react_to_messages: false,
  can_edit_tag: false,
  can_change_info: false,
  can_invite_users: false,
  can_pin_messages: false,
  can_manage_topics: false,
  until_date: 0,
} as const
