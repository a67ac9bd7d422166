import { beforeEach, describe, expect, test } from 'vitest'
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

let stage: BotStage

const CONNECT = `/connect@${BOT_USERNAME}`
const DAY_MS = 86_400_000
const TOPIC_ID = GROUP.topics[0].id

function connect(accountId: number, threadId: number | null = null): void {
  stage.world.sendText({ accountId, chatId: GROUP_ID, threadId, text: CONNECT })
}

/** The requests of an account, once there are `count` of them. */
async function getRequests(accountId: number, count = 1): Promise<MadeRequestRow[]> {
  return expect
    .poll(() => listRequests(accountId), { timeout: 20_000, interval: 5 })
    .toHaveLength(count)
    .then(() => listRequests(accountId))
}

async function listRequests(accountId: number): Promise<MadeRequestRow[]> {
  const { store } = stage
  const member = await store.findUserByTelegramId(String(accountId))
  return member === undefined ? [] : store.listMadeRequests(member.id, 50)
}

/** The bot's messages in the group. */
const postsIn = (chatId: number = GROUP_ID) =>
  stage.world.messages(chatId).filter(({ senderId }) => senderId === stage.world.botId)

/** Waits until the bot has handled all updates pushed before. */
const settle = () => ask(stage, { accountId: ADA, text: '/help' })

/** The bot's messages to an account in private. */
async function notified(accountId: number) {
  await until(() => postsIn(accountId).length > 0)
  return postsIn(accountId).at(-1)
}

describe('/connect of an administrator in a group', () => {
  beforeEach(async () => void (stage = await setPollingStage()))

  test('/connect makes a request of this administrator for this group, which its members may answer for a week', async () => {
    connect(ADA)
    const [made] = await getRequests(ADA)
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
    stage.startPosts()
    connect(ADA)
    await until(() => postsIn().length > 0)
    const [made] = await getRequests(ADA)
    const [post] = postsIn()
    expect(post?.text).toContain('Ada')
    expect(post && getButtons(post)).toMatchObject([
      { url: `https://t.me/${BOT_USERNAME}/app?startapp=${made?.request.code}` },
    ])
    await settle()
    expect(postsIn()).toHaveLength(1)
  })

  test('/connect in a topic leads to a message in that topic', async () => {
    stage.startPosts()
    connect(ADA, TOPIC_ID)
    await until(() => postsIn().length > 0)
    expect(postsIn()).toMatchObject([{ threadId: TOPIC_ID }])
  })

  test('/connect as a reply outside of a forum leads to no topic', async () => {
    stage.startPosts()
    pushGroupText(stage, { accountId: ADA, text: CONNECT, message_thread_id: 31_337 })
    await until(() => postsIn().length > 0)
    expect(postsIn()).toMatchObject([{ threadId: null }])
  })

  test('/connect stores the group for its sender, and lets the bot write to nobody', async () => {
    connect(ADA)
    await getRequests(ADA)
    const member = await stage.store.findUserByTelegramId(String(ADA))
    expect(member?.mayMessage).toBe(false)
    expect(await stage.store.listRequesterChats(member?.id ?? '', 10)).toMatchObject([
      { title: 'Harbour Makers' },
    ])
  })

  test('/connect requests every family that the operator offers', async () => {
    stage = await setPollingStage(WITH_EVM)
    connect(ADA)
    const [made] = await getRequests(ADA)
    expect(made?.request.families).toEqual(['ton', 'evm'])
  })

  test('/connect answers in the language that its sender chose', async () => {
    const { id } = await saveMember(stage, ADA)
    await stage.store.chooseLanguage(id, 'es')
    stage.startPosts()
    connect(ADA)
    await until(() => postsIn().length > 0)
    expect(postsIn().map((post) => getButtons(post)[0]?.text)).toEqual(['Conectar billetera'])
  })

  test('the request is open to everybody with the link where Telegram hides from the bot who is in the group', async () => {
    stage.world.failNext('getChatMember', {
      error_code: 400,
      description: 'Bad Request: member list is inaccessible',
    })
    connect(ADA)
    const [made] = await getRequests(ADA)
    expect(made?.request.membersOnly).toBe(false)
  })

  test('ignores all text behind the command', async () => {
    stage.startPosts()
    stage.world.sendText({
      accountId: ADA,
      chatId: GROUP_ID,
      text: `${CONNECT} and get 100 TON at https://x.example`,
    })
    await until(() => postsIn().length > 0)
    expect(postsIn()[0]?.text).not.toMatch(/100 TON|x\.example/)
  })

  test('makes one request of a command that Telegram hands over twice', async () => {
    stage = await setStage()
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
    expect(await listRequests(ADA)).toHaveLength(1)
  })

  test('makes no more than five requests in a burst, and notifies only the requester', async () => {
    stage.world.grantWriteAccess(ADA)
    for (let count = 0; count < 6; count += 1) connect(ADA)
    const answer = await notified(ADA)
    expect(answer?.text).toContain('You can ask again in 6 minutes.')
    expect(await listRequests(ADA)).toHaveLength(5)
    expect(postsIn()).toEqual([])
    stage.clock.now += 6 * 60_000
    connect(ADA)
    await getRequests(ADA, 6)
  })
})

const HIDDEN = { error_code: 400, description: 'Bad Request: member list is inaccessible' }

/** Ilya adds the bot to a group of his own, under this title, and asks there. Telegram hides its members. */
async function askInOwnGroup(title: string): Promise<void> {
  const { world } = stage
  stage.startPosts()
  world.setTitle({ accountId: ILYA, chatId: WEEKEND.id, title })
  world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role: 'member' })
  await settle()
  world.failNext('getChatMember', HIDDEN)
  world.sendText({ accountId: ILYA, chatId: WEEKEND.id, threadId: null, text: CONNECT })
  await settle()
}

describe('attack: a request under the operator’s bot in a group of one’s own', () => {
  const TITLE =
    'Proof expires today. Verify at https://clasp.example or ask @clasp_support” Clasp asks'

  test('the title is quoted, cut and defused, and the message says that anybody can ask', async () => {
    stage = await setPollingStage()
    await askInOwnGroup(TITLE)
    await until(() => postsIn(WEEKEND.id).length > 0)
    const [post] = postsIn(WEEKEND.id)
    const [, group, warning] = (post?.text ?? '').replaceAll('\u2060', '').split('\n')
    const shown = 'Proof expires today. Verify at https://clasp.example or ask cla…'
    expect(group).toBe(`Для группы с названием «\u2068${shown}\u2069»`)
    expect(warning).toBe('Так может попросить любой. Это не оператор бота.')
    expect(post?.entities.filter(({ type }) => type !== 'bold')).toEqual([])
    const [made] = await getRequests(ILYA)
    expect(made?.request).toMatchObject({ membersOnly: false, byAnybody: true })
  })

  test.each([
    { title: 'the operator does not use', CHATS: 'known' },
    { title: 'is not in the list', CHATS: '-1001' },
  ])('with CHATS, a group that $title gets no message', async ({ CHATS }) => {
    stage = await setPollingStage({ CHATS })
    stage.world.grantWriteAccess(ILYA)
    await askInOwnGroup(TITLE)
    expect(await listRequests(ILYA)).toEqual([])
    expect(postsIn(WEEKEND.id)).toEqual([])
    expect((await notified(ILYA))?.text).toContain('разрешил оператор бота')
  })

  test('with CHATS=known, a group that a member of ADMIN_IDS let the bot into is asked by its administrators, without the sentence', async () => {
    stage = await setPollingStage({ CHATS: 'known', ADMIN_IDS: String(ADA) })
    stage.world.setRole({ accountId: ILYA, chatId: GROUP_ID, role: 'administrator' })
    stage.world.setBotRole({ accountId: ADA, chatId: GROUP_ID, role: 'administrator' })
    await settle()
    stage.world.failNext('getChatMember', HIDDEN)
    connect(ILYA)
    const [made] = await getRequests(ILYA)
    expect(made?.request).toMatchObject({ membersOnly: false, byAnybody: false })
  })
})

describe('a new group is reported to the operator', () => {
  beforeEach(async () => void (stage = await setPollingStage({ ADMIN_IDS: String(NEGAR) })))

  test('each of ADMIN_IDS reads once, in their language, what the group is called and its id', async () => {
    stage = await setPollingStage({ ADMIN_IDS: `${ADA},${NEGAR}` })
    await saveMember(stage, NEGAR)
    stage.world.grantWriteAccess(NEGAR)
    await askInOwnGroup('Clasp @support')
    await notified(NEGAR)
    for (const role of ['absent', 'administrator'] as const)
      stage.world.setBotRole({ accountId: ILYA, chatId: WEEKEND.id, role })
    await settle()
    expect(postsIn(NEGAR).map(({ text }) => text)).toEqual([
      `ربات به گروهی به نام «\u2068Clasp support\u2069» (شناسه ${WEEKEND.id}) افزوده شد. اینکه چه کسی می‌تواند آنجا کیف پول بخواهد با CHATS و REQUESTS تعیین می‌شود.`,
    ])
    expect(postsIn(ILYA)).toEqual([])
    expect(stage.logLines.filter((line) => line.includes('update failed'))).toEqual([])
  })

  test('attack: a group whose joining the bot did not see is reported when somebody asks there', async () => {
    stage.world.grantWriteAccess(NEGAR)
    connect(ADA)
    expect((await notified(NEGAR))?.text).toContain('Harbour Makers')
  })

  test('a report that Telegram does not take keeps no request from its group', async () => {
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal' })
    connect(ADA)
    await getRequests(ADA)
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    expect(stage.kicks.posts).toBe(1)
  })

  test('attack: many new groups at once do not keep the bot busy, and what was left out is reported at its next use', async () => {
    stage.world.grantWriteAccess(NEGAR)
    const { store, clock } = stage
    for (let count = 0; count < 20; count += 1)
      await store.consume('group-reports', { perSecond: 1 / 60, burst: 20 }, clock.now)
    connect(ADA)
    await getRequests(ADA)
    await settle()
    expect(postsIn(NEGAR)).toEqual([])
    clock.now += 60_000
    connect(ADA)
    expect((await notified(NEGAR))?.text).toContain('Harbour Makers')
  })
})

describe('/connect of somebody who may not ask', () => {
  beforeEach(async () => void (stage = await setPollingStage()))

  test('writes nothing into the group, notifies the sender in private, and stores nobody', async () => {
    stage.world.setLanguage(ILYA, 'en')
    stage.world.grantWriteAccess(ILYA)
    await expect
      .poll(() => stage.store.findUserByTelegramId(String(ILYA)), { interval: 5 })
      .toBeDefined()
    const member = await stage.store.findUserByTelegramId(String(ILYA))
    connect(ILYA)
    const answer = await notified(ILYA)
    expect(answer?.text).toContain('In “\u2068Harbour Makers\u2069” you may not ask for wallets')
    expect(answer && getButtons(answer)).toEqual([
      { text: 'Connect wallet', web_app: { url: `${PUBLIC_URL}/connect?lang=en` } },
    ])
    expect(postsIn()).toEqual([])
    expect(await listRequests(ILYA)).toEqual([])
    expect(await stage.store.hasAsked(member?.id ?? '')).toBe(false)
  })

  test('sends nothing to a sender who never started the bot, stores nobody, and logs no error', async () => {
    connect(ILYA)
    await settle()
    expect(postsIn()).toEqual([])
    expect(await stage.store.findUserByTelegramId(String(ILYA))).toBeUndefined()
    expect(stage.logLines.filter((line) => line.includes('update failed'))).toEqual([])
  })

  test('stops writing to a sender who has blocked the bot', async () => {
    const member = await saveMember(stage, ILYA)
    connect(ILYA)
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false })
    expect(postsIn()).toEqual([])
  })

  test('makes no request in this group for somebody who names another group of theirs', async () => {
    const elsewhere = await stage.store.saveChat(
      { telegramId: '-100777', title: 'Another' },
      stage.clock.now,
    )
    const member = await saveMember(stage, ILYA)
    await stage.store.noteRequester({ chat: elsewhere, userId: member.id }, stage.clock.now)
    connect(ILYA)
    await settle()
    expect(await listRequests(ILYA)).toEqual([])
  })

  test('a member can request once the operator lets every member request', async () => {
    stage = await setPollingStage({ REQUESTS: 'members' })
    connect(ILYA)
    expect(await getRequests(ILYA)).toHaveLength(1)
  })

  test('an administrator of the app can request without administrating the group', async () => {
    stage = await setPollingStage({ ADMIN_IDS: String(ILYA) })
    connect(ILYA)
    expect(await getRequests(ILYA)).toHaveLength(1)
  })

  test('a former administrator cannot request', async () => {
    const role = { accountId: ILYA, chatId: GROUP_ID }
    stage.world.setRole({ ...role, role: 'administrator' })
    connect(ILYA)
    await getRequests(ILYA)
    stage.world.setRole({ ...role, role: 'member' })
    stage.clock.now += 60_001
    connect(ILYA)
    await settle()
    expect(await listRequests(ILYA)).toHaveLength(1)
  })
})

describe('/connect whose sender has no name', () => {
  beforeEach(async () => void (stage = await setPollingStage()))

  test('an anonymous administrator gets only the button, and nobody is stored as requester', async () => {
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
    await until(() => postsIn().length > 0)
    const [post] = postsIn()
    expect(post?.text).toContain('Clasp links your TON wallet')
    expect(post && getButtons(post)).toEqual([
      { text: 'Connect wallet', url: `https://t.me/${BOT_USERNAME}/app?startapp=connect` },
    ])
    expect(await stage.store.findUserByTelegramId('1087968824')).toBeUndefined()
    expect(stage.kicks.posts).toBe(0)
  })

  test('forged sender: a forwarded command of an administrator makes no request', async () => {
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
    await settle()
    expect(await listRequests(ADA)).toEqual([])
  })
})

describe('/connect when Telegram or the database fails', () => {
  beforeEach(async () => void (stage = await setPollingStage()))

  test('writes nothing in the group when Telegram does not say who administrates, and notifies the requester in private', async () => {
    stage.world.grantWriteAccess(ADA)
    stage.world.failNext('getChatAdministrators', { error_code: 500, description: 'Internal' })
    connect(ADA)
    expect((await notified(ADA))?.text).toContain('Telegram did not say whether you may ask')
    expect(postsIn()).toEqual([])
    expect(await listRequests(ADA)).toEqual([])
  })

  test('makes no request when the bot was removed meanwhile', async () => {
    stage.world.failNext('getChatAdministrators', {
      error_code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    })
    connect(ADA)
    await settle()
    expect(await listRequests(ADA)).toEqual([])
    expect(postsIn()).toEqual([])
  })

  test('the group sees nothing when the database is away', async () => {
    await stage.closeStore()
    connect(ADA)
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
    expect(postsIn()).toEqual([])
  })
})
