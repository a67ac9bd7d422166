import { describe, expect, test } from 'vitest'
import { ADA, GROUP, ILYA, NEGAR, WEEKEND } from '#demo/telegram/people.ts'
import type { MadeRequestRow } from '#server/store/requests/made-requests.ts'
import {
  ask,
  BOT_USERNAME,
  getButtons,
  GROUP_ID,
  PUBLIC_URL,
  saveMember,
  setPollingStage,
  setStage,
  type BotStage,
  until,
  WITH_EVM,
  WEBHOOK,
} from '../bot-harness.ts'
import { postUpdate, pushGroupText } from '../raw-update.ts'

const CONNECT = `/connect@${BOT_USERNAME}`
const DAY_MS = 86_400_000
const TOPIC_ID = GROUP.topics[0].id

function connect({ world }: BotStage, accountId: number, threadId: number | null = null): void {
  world.sendText({ accountId, chatId: GROUP_ID, threadId, text: CONNECT })
}

/** The requests of an account, once there are `count` of them. */
async function getRequests(
  stage: BotStage,
  accountId: number,
  count = 1,
): Promise<MadeRequestRow[]> {
  return expect
    .poll(() => listRequests(stage, accountId), { timeout: 20_000, interval: 5 })
    .toHaveLength(count)
    .then(() => listRequests(stage, accountId))
}

async function listRequests({ store }: BotStage, accountId: number): Promise<MadeRequestRow[]> {
  const member = await store.findUserByTelegramId(String(accountId))
  return member === undefined ? [] : store.listMadeRequests(member.id, 50)
}

/** The bot's messages in the group. */
const postsIn = ({ world }: BotStage, chatId: number = GROUP_ID) =>
  world.messages(chatId).filter(({ senderId }) => senderId === world.botId)

/** Waits until the bot has handled all updates pushed before. */
const settle = (stage: BotStage) => ask(stage, { accountId: ADA, text: '/help' })

/** The bot's messages to an account in private. */
async function notified(stage: BotStage, accountId: number) {
  await until(() => postsIn(stage, accountId).length > 0)
  return postsIn(stage, accountId).at(-1)
}

describe('/connect of an administrator in a group', () => {
  test('/connect makes a request of this administrator for this group, which its members may answer for a week', async () => {
    const stage = await setPollingStage()
    connect(stage, ADA)
    const [made] = await getRequests(stage, ADA)
    expect(made).toMatchObject({ answered: 0, message: 'waiting' })
    expect(made?.request).toMatchObject({
      maker: { kind: 'member', user: { telegramId: String(ADA), firstName: 'Ada' } },
      chat: { telegramId: String(GROUP_ID), title: 'Harbour Makers', leftAt: null },
      membersOnly: true,
      maxAnswers: null,
      families: ['ton'],
      expiresAt: stage.clock.now + 7 * DAY_MS,
      closedAt: null,
    })
    await until(() => stage.kicks.posts === 1)
  })

  test('/connect leads to one message in the group, with a url button that carries the code', async () => {
    const stage = await setPollingStage()
    stage.startPosts()
    connect(stage, ADA)
    await until(() => postsIn(stage).length > 0)
    const [made] = await getRequests(stage, ADA)
    const [post] = postsIn(stage)
    expect(post?.text).toContain('Ada')
    expect(post && getButtons(post)).toMatchObject([
      { url: `https://t.me/${BOT_USERNAME}/app?startapp=${made?.request.code}` },
    ])
    await settle(stage)
    expect(postsIn(stage)).toHaveLength(1)
  })

  test('/connect in a topic leads to a message in that topic', async () => {
    const stage = await setPollingStage()
    stage.startPosts()
    connect(stage, ADA, TOPIC_ID)
    await until(() => postsIn(stage).length > 0)
    expect(postsIn(stage)).toMatchObject([{ threadId: TOPIC_ID }])
  })

  test('/connect as a reply outside of a forum leads to no topic', async () => {
    const stage = await setPollingStage()
    stage.startPosts()
    pushGroupText(stage, { accountId: ADA, text: CONNECT, message_thread_id: 31_337 })
    await until(() => postsIn(stage).length > 0)
    expect(postsIn(stage)).toMatchObject([{ threadId: null }])
  })

  test('/connect stores the group for its sender, and lets the bot write to nobody', async () => {
    const stage = await setPollingStage()
    connect(stage, ADA)
    await getRequests(stage, ADA)
    const member = await stage.store.findUserByTelegramId(String(ADA))
    expect(member?.mayMessage).toBe(false)
    expect(await stage.store.listRequesterChats(member?.id ?? '', 10)).toMatchObject([
      { title: 'Harbour Makers' },
    ])
  })

  test('/connect requests every family that the operator offers', async () => {
    const stage = await setPollingStage(WITH_EVM)
    connect(stage, ADA)
    const [made] = await getRequests(stage, ADA)
    expect(made?.request.families).toEqual(['ton', 'evm'])
  })

  test('/connect answers in the language that its sender chose', async () => {
    const stage = await setPollingStage()
    const { id } = await saveMember(stage, ADA)
    await stage.store.chooseLanguage(id, 'es')
    stage.startPosts()
    connect(stage, ADA)
    await until(() => postsIn(stage).length > 0)
    expect(postsIn(stage).map((post) => getButtons(post)[0]?.text)).toEqual(['Conectar billetera'])
  })

  test('the request is open to everybody with the link where Telegram hides from the bot who is in the group', async () => {
    const stage = await setPollingStage()
    stage.world.failNext('getChatMember', {
      error_code: 400,
      description: 'Bad Request: member list is inaccessible',
    })
    connect(stage, ADA)
    const [made] = await getRequests(stage, ADA)
    expect(made?.request.membersOnly).toBe(false)
  })

  test('ignores all text behind the command', async () => {
    const stage = await setPollingStage()
    stage.startPosts()
    stage.world.sendText({
      accountId: ADA,
      chatId: GROUP_ID,
      text: `${CONNECT} and get 100 TON at https://x.example`,
    })
    await until(() => postsIn(stage).length > 0)
    expect(postsIn(stage)[0]?.text).not.toMatch(/100 TON|x\.example/)
  })

  test('makes one request of a command that Telegram hands over twice', async () => {
    const stage = await setStage()
    const bot = stage.bot(WEBHOOK)
    const [account] = stage.world.accounts()
    if (account === undefined) throw new Error('nobody there')
    const message = {
      message_id: 900,
      date: 0,
      chat: stage.world.wire.groupChat(),
      from: stage.world.wire.user(account),
      text: CONNECT,
      entities: [{ type: 'bot_command', offset: 0, length: CONNECT.length }],
    }
    const deliver = () => bot.webhook(postUpdate({ update_id: 1, message }))
    const replies = await Promise.all([deliver(), deliver(), deliver()])
    await bot.stop()
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await listRequests(stage, ADA)).toHaveLength(1)
  })

  test('makes no more than five requests in a burst, and notifies only the requester', async () => {
    const stage = await setPollingStage()
    stage.world.grantWriteAccess(ADA)
    for (let count = 0; count < 6; count += 1) connect(stage, ADA)
    const answer = await notified(stage, ADA)
    expect(answer?.text).toContain('You can ask again in 6 minutes.')
    expect(await listRequests(stage, ADA)).toHaveLength(5)
    expect(postsIn(stage)).toEqual([])
    stage.clock.now += 6 * 60_000
    connect(stage, ADA)
    await getRequests(stage, ADA, 6)
  })
})

const HIDDEN = { error_code: 400, description: 'Bad Request: member list is inaccessible' }

/** Ilya adds the bot to a group of his own, under this title, and asks there. Telegram hides its members. */
async function askInOwnGroup(stage: BotStage, title: string): Promise<void> {
  const { world } = stage
  stage.startPosts()
  world.setTitle({ accountId: ILYA, chatId: WEEKEND.id, title })
  world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
  await settle(stage)
  world.failNext('getChatMember', HIDDEN)
  world.sendText({ accountId: ILYA, chatId: WEEKEND.id, threadId: null, text: CONNECT })
  await settle(stage)
}

describe('attack: a request under the operator’s bot in a group of one’s own', () => {
  const TITLE =
    'Proof expires today. Verify at https://clasp.example or ask @clasp_support” Clasp asks'

  test('the title is quoted, cut and defused, and the message says that anybody can ask', async () => {
    const stage = await setPollingStage()
    await askInOwnGroup(stage, TITLE)
    await until(() => postsIn(stage, WEEKEND.id).length > 0)
    const [post] = postsIn(stage, WEEKEND.id)
    const [, group, warning] = (post?.text ?? '').replaceAll('\u2060', '').split('\n')
    const shown = 'Proof expires today. Verify at https://clasp.example or ask cla…'
    expect(group).toBe(`Для группы с названием «\u2068${shown}\u2069»`)
    expect(warning).toBe('Так может попросить любой. Это не оператор бота.')
    expect(post?.entities.filter(({ type }) => type !== 'bold')).toEqual([])
    const [made] = await getRequests(stage, ILYA)
    expect(made?.request).toMatchObject({ membersOnly: false, byAnybody: true })
  })

  test.each([
    { title: 'the operator does not use', CHATS: 'known' },
    { title: 'is not in the list', CHATS: '-1001' },
  ])('with CHATS, a group that $title gets no message', async ({ CHATS }) => {
    const stage = await setPollingStage({ CHATS })
    stage.world.grantWriteAccess(ILYA)
    await askInOwnGroup(stage, TITLE)
    expect(await listRequests(stage, ILYA)).toEqual([])
    expect(postsIn(stage, WEEKEND.id)).toEqual([])
    expect((await notified(stage, ILYA))?.text).toContain('разрешил оператор бота')
  })

  test('with CHATS=known, a group that a member of ADMIN_IDS let the bot into is asked by its administrators, without the sentence', async () => {
    const stage = await setPollingStage({ CHATS: 'known', ADMIN_IDS: String(ADA) })
    stage.world.setRole({ accountId: ILYA, chatId: GROUP_ID, role: 'administrator' })
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'administrator' })
    await settle(stage)
    stage.world.failNext('getChatMember', HIDDEN)
    connect(stage, ILYA)
    const [made] = await getRequests(stage, ILYA)
    expect(made?.request).toMatchObject({ membersOnly: false, byAnybody: false })
  })
})

describe('a new group is reported to the operator', () => {
  test('each of ADMIN_IDS reads once, in their language, what the group is called and its id', async () => {
    const stage = await setPollingStage({ ADMIN_IDS: `${ADA},${NEGAR}` })
    await saveMember(stage, NEGAR)
    stage.world.grantWriteAccess(NEGAR)
    await askInOwnGroup(stage, 'Clasp @support')
    await notified(stage, NEGAR)
    for (const role of ['absent', 'administrator'] as const)
      stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role })
    await settle(stage)
    expect(postsIn(stage, NEGAR).map(({ text }) => text)).toEqual([
      `ربات به گروهی به نام «\u2068Clasp support\u2069» (شناسه ${WEEKEND.id}) افزوده شد. اینکه چه کسی می‌تواند آنجا کیف پول بخواهد با CHATS و REQUESTS تعیین می‌شود.`,
    ])
    expect(postsIn(stage, ILYA)).toEqual([])
    expect(stage.logLines.filter((line) => line.includes('update failed'))).toEqual([])
  })

  test('attack: a group whose joining the bot did not see is reported when somebody asks there', async () => {
    const stage = await setPollingStage({ ADMIN_IDS: String(NEGAR) })
    stage.world.grantWriteAccess(NEGAR)
    connect(stage, ADA)
    expect((await notified(stage, NEGAR))?.text).toContain('Harbour Makers')
  })

  test('a report that Telegram does not take keeps no request from its group', async () => {
    const stage = await setPollingStage({ ADMIN_IDS: String(NEGAR) })
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal' })
    connect(stage, ADA)
    await getRequests(stage, ADA)
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    expect(stage.kicks.posts).toBe(1)
  })

  test('attack: many new groups at once do not keep the bot busy, and what was left out is reported at its next use', async () => {
    const stage = await setPollingStage({ ADMIN_IDS: String(NEGAR) })
    stage.world.grantWriteAccess(NEGAR)
    const { store, clock } = stage
    for (let count = 0; count < 20; count += 1)
      await store.consume('group-reports', { perSecond: 1 / 60, burst: 20 }, clock.now)
    connect(stage, ADA)
    await getRequests(stage, ADA)
    await settle(stage)
    expect(postsIn(stage, NEGAR)).toEqual([])
    clock.now += 60_000
    connect(stage, ADA)
    expect((await notified(stage, NEGAR))?.text).toContain('Harbour Makers')
  })
})

describe('/connect of somebody who may not ask', () => {
  test('writes nothing into the group, notifies the sender in private, and stores nobody', async () => {
    const stage = await setPollingStage()
    stage.world.setLanguage(ILYA, 'en')
    stage.world.grantWriteAccess(ILYA)
    await expect
      .poll(() => stage.store.findUserByTelegramId(String(ILYA)), { interval: 5 })
      .toBeDefined()
    const member = await stage.store.findUserByTelegramId(String(ILYA))
    connect(stage, ILYA)
    const answer = await notified(stage, ILYA)
    expect(answer?.text).toContain('In “\u2068Harbour Makers\u2069” you may not ask for wallets')
    expect(answer && getButtons(answer)).toEqual([
      { text: 'Connect wallet', web_app: { url: `${PUBLIC_URL}/connect?lang=en` } },
    ])
    expect(postsIn(stage)).toEqual([])
    expect(await listRequests(stage, ILYA)).toEqual([])
    expect(await stage.store.hasAsked(member?.id ?? '')).toBe(false)
  })

  test('sends nothing to a sender who never started the bot, stores nobody, and logs no error', async () => {
    const stage = await setPollingStage()
    connect(stage, ILYA)
    await settle(stage)
    expect(postsIn(stage)).toEqual([])
    expect(await stage.store.findUserByTelegramId(String(ILYA))).toBeUndefined()
    expect(stage.logLines.filter((line) => line.includes('update failed'))).toEqual([])
  })

  test('stops writing to a sender who has blocked the bot', async () => {
    const stage = await setPollingStage()
    const member = await saveMember(stage, ILYA)
    connect(stage, ILYA)
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false })
    expect(postsIn(stage)).toEqual([])
  })

  test('makes no request in this group for somebody who names another group of theirs', async () => {
    const stage = await setPollingStage()
    const elsewhere = await stage.store.saveChat(
      { telegramId: '-100777', title: 'Another' },
      stage.clock.now,
    )
    const member = await saveMember(stage, ILYA)
    await stage.store.noteRequester({ chat: elsewhere, userId: member.id }, stage.clock.now)
    connect(stage, ILYA)
    await settle(stage)
    expect(await listRequests(stage, ILYA)).toEqual([])
  })

  test('a member can request once the operator lets every member request', async () => {
    const stage = await setPollingStage({ REQUESTS: 'members' })
    connect(stage, ILYA)
    expect(await getRequests(stage, ILYA)).toHaveLength(1)
  })

  test('an administrator of the app can request without administrating the group', async () => {
    const stage = await setPollingStage({ ADMIN_IDS: String(ILYA) })
    connect(stage, ILYA)
    expect(await getRequests(stage, ILYA)).toHaveLength(1)
  })

  test('a former administrator cannot request', async () => {
    const stage = await setPollingStage()
    const role = { accountId: ILYA, chatId: GROUP_ID }
    stage.world.setRole({ ...role, role: 'administrator' })
    connect(stage, ILYA)
    await getRequests(stage, ILYA)
    stage.world.setRole({ ...role, role: 'member' })
    stage.clock.now += 60_001
    connect(stage, ILYA)
    await settle(stage)
    expect(await listRequests(stage, ILYA)).toHaveLength(1)
  })
})

describe('/connect whose sender has no name', () => {
  test('an anonymous administrator gets only the button, and nobody is stored as requester', async () => {
    const stage = await setPollingStage()
    pushGroupText(stage, {
      accountId: ADA,
      text: CONNECT,
      from: {
        id: 1_087_968_824,
        is_bot: true,
        first_name: 'Group',
        username: 'GroupAnonymousBot',
      },
      sender_chat: stage.world.wire.groupChat(),
    })
    await until(() => postsIn(stage).length > 0)
    const [post] = postsIn(stage)
    expect(post?.text).toContain('Clasp links your TON wallet')
    expect(post && getButtons(post)).toEqual([
      { text: 'Connect wallet', url: `https://t.me/${BOT_USERNAME}/app?startapp=connect` },
    ])
    expect(await stage.store.findUserByTelegramId('1087968824')).toBeUndefined()
    expect(stage.kicks.posts).toBe(0)
  })

  test('forged sender: a forwarded command of an administrator makes no request', async () => {
    const stage = await setPollingStage()
    const { chats } = stage.world.snapshot()
    const direct = chats.find(({ kind, members }) => kind === 'direct' && members.includes(ADA))
    if (direct === undefined) throw new Error('no chat of hers')
    const accountId = direct.members.find((id) => id !== ADA) ?? 0
    const bait = stage.world.sendText({ accountId, chatId: direct.id, text: CONNECT })
    stage.world.forward({
      accountId: ADA,
      chatId: direct.id,
      messageId: bait.id,
      toChatId: GROUP_ID,
    })
    await settle(stage)
    expect(await listRequests(stage, ADA)).toEqual([])
  })
})

describe('when Telegram or the database fails', () => {
  test('writes nothing in the group when Telegram does not say who administrates, and notifies the requester in private', async () => {
    const stage = await setPollingStage()
    stage.world.grantWriteAccess(ADA)
    stage.world.failNext('getChatAdministrators', { error_code: 500, description: 'Internal' })
    connect(stage, ADA)
    expect((await notified(stage, ADA))?.text).toContain('Telegram did not say whether you may ask')
    expect(postsIn(stage)).toEqual([])
    expect(await listRequests(stage, ADA)).toEqual([])
  })

  test('asks Telegram again at the next command after it answers 429', async () => {
    const stage = await setPollingStage()
    stage.world.failNext('getChatAdministrators', {
      error_code: 429,
      description: 'Too Many Requests: retry after 7',
      parameters: { retry_after: 7 },
    })
    connect(stage, ADA)
    await settle(stage)
    expect(await listRequests(stage, ADA)).toEqual([])
    stage.clock.now += 7_000
    connect(stage, ADA)
    await getRequests(stage, ADA)
  })

  test('sends the private message once, after the pause, when Telegram answers 429 to it', async () => {
    const stage = await setPollingStage()
    stage.world.grantWriteAccess(ILYA)
    stage.world.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    })
    connect(stage, ILYA)
    await notified(stage, ILYA)
    await settle(stage)
    expect(postsIn(stage, ILYA)).toHaveLength(1)
    expect(postsIn(stage)).toEqual([])
  })

  test('makes no request when the bot was removed meanwhile', async () => {
    const stage = await setPollingStage()
    stage.world.failNext('getChatAdministrators', {
      error_code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    })
    connect(stage, ADA)
    await settle(stage)
    expect(await listRequests(stage, ADA)).toEqual([])
    expect(postsIn(stage)).toEqual([])
  })

  test('the group sees nothing when the database is away', async () => {
    const stage = await setPollingStage()
    await stage.closeStore()
    connect(stage, ADA)
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    expect(postsIn(stage)).toEqual([])
  })
})
