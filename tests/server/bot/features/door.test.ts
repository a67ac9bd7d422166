import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClaspBot } from '#server/bot/create-bot.ts'
import { tooManyRequests } from '#demo/telegram/faults.ts'
import { ADA, COUNCIL, ILYA } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import type { StoredJoin } from '#server/store/doors/joins.ts'
import { ANY_WALLET } from '#tests/support/join-samples.ts'
import { sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import {
  ask,
  type BotStage,
  BOT_TOKEN,
  getButtons,
  GROUP_ID,
  link,
  saveMember,
  setPollingStage,
  setStage,
  until,
  WEBHOOK,
  PUBLIC_URL,
} from '../bot-harness.ts'

const ASKING = { accountId: ILYA, chatId: COUNCIL.id }
const MINUTE = 60_000

let stage: BotStage
beforeEach(async () => {
  stage = await setPollingStage()
})

/** Ilya asks at the door of the council's group. @param rule null for no door */
async function askAtDoor(rule: DoorRule | null = ANY_WALLET): Promise<void> {
  await turnOn(rule)
  stage.startJoins()
  stage.world.askToJoin(ASKING)
  if (rule) await untilTold(['sendChatJoinRequestWebApp'])
}

async function turnOn(rule: DoorRule | null, tags = false): Promise<string> {
  const { store, clock } = stage
  const profile = { telegramId: String(COUNCIL.id), title: COUNCIL.title }
  const { id: chatId } = await store.saveChat(profile, clock.now)
  const { id: userId } = await saveMember(stage, ADA)
  const version = (await store.findDoor(chatId))?.version ?? null
  if (rule) await store.setDoor({ chatId, userId, version, rule, tags }, clock.now)
  return chatId
}

async function findJoin(): Promise<StoredJoin | undefined> {
  const user = await stage.store.findUserByTelegramId(String(ILYA))
  return user && (await stage.store.listJoins(user.id)).at(-1)
}

const untilJoin = (wanted: Partial<StoredJoin>) =>
  vi.waitFor(async () => expect(await findJoin()).toMatchObject(wanted), 10_000)

/** A rule of a later version, as the column of the database has it. */
const LATER_RULE = v.parse(
  v.custom<DoorRule>(() => true),
  { kind: 'token', atLeast: 1 },
)

const JOIN_METHODS = /Join|^sendMessage$|Tag$/
const told = () => stage.methods().filter((method) => JOIN_METHODS.test(method))
const untilTold = (calls: string[]) => vi.waitFor(() => expect(told()).toEqual(calls), 10_000)

const isIn = () => stage.world.chats.find(COUNCIL.id)?.members.includes(ILYA)

async function linkIlya() {
  return link(stage, (await saveMember(stage, ILYA)).id)
}

describe('a person who asks to join, with Telegram’s query', () => {
  test('sees the app, and is let in by the link of a wallet', async () => {
    await askAtDoor()
    const join = await findJoin()
    expect(stage.calls.at(-1)?.payload).toMatchObject({
      web_app_url: `${PUBLIC_URL}/j/j1_${join?.id}?lang=ru`,
    })
    await linkIlya()
    await until(() => isIn() === true)
    expect(told()).toEqual(['sendChatJoinRequestWebApp', 'answerChatJoinRequestQuery'])
    await untilJoin({ state: 'approved', why: 'proven' })
  })

  test('is let in at once with a wallet that is linked already, and gets its tag', async () => {
    await turnOn(ANY_WALLET, true)
    await linkIlya()
    stage.startJoins()
    stage.world.askToJoin(ASKING)
    await until(() => isIn() === true)
    await untilTold(['answerChatJoinRequestQuery', 'setChatMemberTag'])
    const [tag] = stage.world.chats.find(COUNCIL.id)?.tags ?? []
    expect(tag?.text).toMatch(/^UQ..….{4}$/)
  })

  test('is left to administrators where the door is off', async () => {
    await askAtDoor(null)
    await until(() => stage.world.joins[0]?.state === 'queued')
    await untilJoin({ state: 'queued', why: 'door-off' })
  })

  test('is left to administrators when the operator’s code is silent for eight seconds', async () => {
    await askAtDoor({ kind: 'host' })
    stage.clock.now += 8_000
    await until(() => stage.world.joins[0]?.state === 'queued')
    await untilJoin({ state: 'queued', why: 'host-silent' })
  })

  test('attack: is let in by no rule that this build does not know', async () => {
    await turnOn(LATER_RULE)
    await linkIlya()
    stage.startJoins()
    stage.world.askToJoin(ASKING)
    await untilJoin({ state: 'queued', why: 'rule-unknown' })
    await until(() => stage.world.joins[0]?.state === 'queued')
    expect(isIn()).toBe(false)
  })

  test('attack: is let in by no multisig that the chain has not shown lately', async () => {
    const owner = `0:${'ab'.repeat(32)}`
    const read = sampleTonMultisig({ owners: [owner] })
    const { id } = await stage.store.saveMultisig(read, stage.clock.now - 2 * MINUTE)
    await turnOn({ kind: 'owner', multisigId: id })
    await linkIlya()
    stage.startJoins()
    stage.world.askToJoin(ASKING)
    await untilJoin({ state: 'queued', why: 'chain-away' })
    await until(() => stage.world.joins[0]?.state === 'queued')
    expect(isIn()).toBe(false)
  })

  test('is let in later, while administrators still think', async () => {
    await askAtDoor()
    stage.clock.now += 11 * MINUTE
    await until(() => stage.world.joins[0]?.state === 'queued')
    await untilJoin({ state: 'queued', why: 'time-over' })
    await linkIlya()
    await until(() => isIn() === true)
    expect(told().at(-1)).toBe('approveChatJoinRequest')
  })

  test('is noted once, if Telegram repeats its update', async () => {
    stage = await setStage()
    await turnOn(ANY_WALLET)
    const bot = await startWebhook()
    stage.startJoins()
    const from = { id: ILYA, is_bot: false, first_name: 'Ilya' }
    const chat = { id: COUNCIL.id, type: 'supergroup', title: COUNCIL.title }
    const asked = { chat, from, user_chat_id: ILYA, date: 1 }
    stage.world.setGuard({ chatId: COUNCIL.id, isGuarded: false })
    stage.world.askToJoin(ASKING)
    await Promise.all([post(bot, asked), post(bot, asked)])
    await untilTold(['sendMessage'])
    const user = await saveMember(stage, ILYA)
    expect(await stage.store.listJoins(user.id)).toHaveLength(1)
  })

  test('is let in to a basic group too', async () => {
    stage = await setStage()
    await turnOn(ANY_WALLET)
    await linkIlya()
    const bot = await startWebhook()
    stage.startJoins()
    const from = { id: ILYA, is_bot: false, first_name: 'Ilya' }
    const chat = { id: COUNCIL.id, type: 'group', title: COUNCIL.title }
    stage.world.setGuard({ chatId: COUNCIL.id, isGuarded: false })
    stage.world.askToJoin(ASKING)
    await post(bot, { chat, from, user_chat_id: ILYA, date: 1 })
    await until(() => isIn() === true)
    await untilJoin({ state: 'approved', why: 'proven' })
  })

  test('attack: gets no answer beyond ten requests in ten minutes, and administrators decide', async () => {
    await turnOn(ANY_WALLET)
    stage.startJoins()
    for (let count = 1; count <= 10; count += 1) {
      stage.world.askToJoin(ASKING)
      await until(() => told().length === count)
    }
    stage.world.askToJoin(ASKING)
    await until(() => stage.world.joins[0]?.state === 'queued')
    const user = await saveMember(stage, ILYA)
    expect(await stage.store.listJoins(user.id)).toHaveLength(10)
    stage.clock.now += 10 * MINUTE
    stage.world.askToJoin(ASKING)
    await vi.waitFor(async () => expect(await stage.store.listJoins(user.id)).toHaveLength(11))
  })

  test('whose query is over was queued by Telegram, and a proof still lets in', async () => {
    await turnOn(ANY_WALLET)
    stage.world.askToJoin(ASKING)
    await untilJoin({ state: 'asked' })
    const [asked] = stage.world.joins
    if (asked) stage.world.queueJoin(asked)
    stage.startJoins()
    stage.clock.now += 5_000
    await untilJoin({ state: 'queued', why: 'time-over' })
    await linkIlya()
    await until(() => isIn() === true)
  })

  test('attack: is not approved where the bot has lost its right in between', async () => {
    await askAtDoor()
    stage.world.setGuard({ chatId: COUNCIL.id, botRights: { canInviteUsers: false } })
    await linkIlya()
    await untilJoin({ state: 'queued', why: 'not-allowed' })
    expect(isIn()).toBe(false)
  })

  test('whom an administrator has let in meanwhile is no failure', async () => {
    await askAtDoor()
    stage.world.decideJoin({ ...ASKING, isAdmitted: true })
    await linkIlya()
    await untilJoin({ state: 'approved' })
    await until(() => told().at(-1) === 'approveChatJoinRequest')
    await untilJoin({ state: 'approved' })
  })

  test.each([
    ['turned away', (world: TelegramWorld) => world.decideJoin({ ...ASKING, isAdmitted: false })],
    ['banned', (world: TelegramWorld) => world.setRole({ ...ASKING, role: 'kicked' })],
  ])('attack: who was %s meanwhile is not let in', async (_, refuse) => {
    await askAtDoor()
    refuse(stage.world)
    await linkIlya()
    await untilJoin({ state: 'withdrawn', why: 'closed-there' })
    expect(isIn()).toBe(false)
  })

  test('attack: waits behind nobody whose answer Telegram takes late', async () => {
    await turnOn(ANY_WALLET)
    stage.startJoins()
    stage.world.failNext('sendMessage', tooManyRequests(5))
    stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/help' })
    stage.world.askToJoin(ASKING)
    await until(() => new Set(told()).size === 2)
    expect(told().toSorted()).toEqual(['sendChatJoinRequestWebApp', 'sendMessage'])
  })

  test('is let into the supergroup that the group has become meanwhile', async () => {
    await turnOn(ANY_WALLET)
    stage.startJoins()
    stage.world.setGuard({ chatId: COUNCIL.id, isGuarded: false })
    stage.world.askToJoin(ASKING)
    await untilTold(['sendMessage'])
    const next = COUNCIL.id - 1
    stage.world.failNext('approveChatJoinRequest', {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: next },
    })
    await linkIlya()
    await untilTold(['sendMessage', 'approveChatJoinRequest'])
    await untilJoin({ state: 'approved', why: 'proven' })
    await stage.store.moveChat(
      String(COUNCIL.id),
      { telegramId: String(next), title: COUNCIL.title },
      stage.clock.now,
    )
    stage.clock.now += 1_000
    await untilTold(['sendMessage', 'approveChatJoinRequest', 'approveChatJoinRequest'])
    expect(stage.calls.at(-1)?.payload).toMatchObject({ chat_id: String(next), user_id: ILYA })
  })

  test('is answered once, where a process died between Telegram and the store', async () => {
    await turnOn(ANY_WALLET)
    await linkIlya()
    stage.world.askToJoin(ASKING)
    await untilJoin({ state: 'approved' })
    // It had noted the request with a lease, and Telegram has taken its answer.
    const { now } = stage.clock
    expect(await stage.store.leaseJoins(now, now + 5_000, 10)).toEqual([])
    stage.world.decideJoin({ ...ASKING, isAdmitted: true })
    stage.startJoins()
    stage.clock.now += 5_000
    await untilTold(['answerChatJoinRequestQuery', 'approveChatJoinRequest'])
    await untilJoin({ state: 'approved', why: 'proven' })
    expect(isIn()).toBe(true)
  })
})

const FORBIDDEN_TAG = { error_code: 400, description: 'Bad Request: CHAT_CREATOR_REQUIRED' }

/** Ilya has a wallet, and is let in through a door with tags. */
async function letIn(): Promise<string> {
  const chatId = await turnOn(ANY_WALLET, true)
  await linkIlya()
  stage.startJoins()
  stage.world.askToJoin(ASKING)
  await untilTold(['answerChatJoinRequestQuery', 'setChatMemberTag'])
  return chatId
}

describe('a tag', () => {
  test('that Telegram refuses to set is not tried again in that group, and the door says so', async () => {
    stage.world.failNext('setChatMemberTag', FORBIDDEN_TAG)
    const chatId = await letIn()
    await vi.waitFor(async () =>
      expect(await stage.store.findDoor(chatId)).toMatchObject({ tags: true, tagsRefused: true }),
    )
  })

  test('that Telegram refuses to take away ends no tags of others', async () => {
    const chatId = await letIn()
    await untilJoin({ state: 'approved' })
    stage.world.failNext('setChatMemberTag', FORBIDDEN_TAG)
    const user = await saveMember(stage, ILYA)
    const [wallet] = await stage.store.listWallets(user.id)
    await stage.store.unlinkWallet(wallet?.id ?? '', user.id, stage.clock.now)
    await until(() => told().length === 3)
    expect(await stage.store.findDoor(chatId)).toMatchObject({ tagsRefused: false })
  })

  test('attack: names nobody an owner who was let in by a wallet, whatever the door asks for now', async () => {
    stage.world.failNext('setChatMemberTag', tooManyRequests(1))
    await letIn()
    const read = sampleTonMultisig({ owners: [`0:${'ab'.repeat(32)}`] })
    const { id: multisigId } = await stage.store.saveMultisig(read, stage.clock.now)
    await turnOn({ kind: 'owner', multisigId }, true)
    stage.clock.now += 1_000
    await until(() => stage.world.chats.find(COUNCIL.id)?.tags.length === 1)
    expect(stage.world.chats.find(COUNCIL.id)?.tags[0]?.text).toMatch(/^UQ..….{4}$/)
  })
})

describe('a person who asks to join, without a query', () => {
  test('reads a message in private, and is let in by the link of a wallet', async () => {
    await turnOn(ANY_WALLET)
    stage.startJoins()
    stage.world.setGuard({ chatId: COUNCIL.id, isGuarded: false })
    stage.world.askToJoin(ASKING)
    await untilTold(['sendMessage'])
    const message = stage.world.messages(ILYA).at(-1)
    expect(message?.text).toContain(COUNCIL.title)
    const join = await findJoin()
    expect(message && getButtons(message)).toMatchObject([
      { web_app: { url: `${PUBLIC_URL}/j/j1_${join?.id}?lang=ru` } },
    ])
    await linkIlya()
    await until(() => isIn() === true)
    expect(told()).toEqual(['sendMessage', 'approveChatJoinRequest'])
  })
})

/** Telegram posts an update to a bot with a webhook. */
async function post(bot: ClaspBot, asked: Record<string, unknown>) {
  stage.calls.length = 0
  return bot.webhook(
    new Request(`${PUBLIC_URL}/telegram/webhook`, {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': WEBHOOK.TELEGRAM_WEBHOOK_SECRET },
      body: JSON.stringify({ update_id: 1, chat_join_request: asked }),
    }),
  )
}

async function startWebhook(): Promise<ClaspBot> {
  const bot = stage.bot(WEBHOOK)
  await bot.start()
  return bot
}

describe('what Telegram says that is no request to a group', () => {
  const from = { id: ILYA, is_bot: false, first_name: 'Ilya' }

  test('attack: a group’s name with controls moves no text of the message about it', async () => {
    stage = await setStage()
    await turnOn(ANY_WALLET)
    const title = 'Council\u202E\u0000 @admin\n<b>Welcome</b>'
    const chat = { id: COUNCIL.id, type: 'supergroup', title }
    const asked = { chat, from, user_chat_id: ILYA, date: 1 }
    stage.world.askToJoin(ASKING)
    const bot = await startWebhook()
    stage.startJoins()
    await post(bot, asked)
    await untilTold(['sendMessage'])
    const text = stage.world.messages(ILYA).at(-1)?.text ?? ''
    expect(text).toContain('“\u2068Council admin <b>Welcome')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E@]/u)
  })

  test('a channel is left to its administrators', async () => {
    stage = await setStage()
    const chat = { id: -1_001_234_567_890, type: 'channel', title: 'News' }
    const asked = { chat, from, user_chat_id: ILYA, date: 1, query_id: '42' }
    expect((await post(await startWebhook(), asked)).status).toBe(200)
    expect(stage.calls).toMatchObject([
      {
        method: 'answerChatJoinRequestQuery',
        payload: { chat_join_request_query_id: '42', result: 'queue' },
      },
    ])
    expect(await findJoin()).toBeUndefined()
  })

  test('attack: a query of another bot, or one that Telegram never made, lets nobody in', async () => {
    stage = await setStage()
    await turnOn(ANY_WALLET)
    await linkIlya()
    const chat = { id: COUNCIL.id, type: 'supergroup', title: COUNCIL.title }
    const asked = { chat, from, user_chat_id: ILYA, date: 1, query_id: '42' }
    const bot = await startWebhook()
    stage.startJoins()
    expect((await post(bot, asked)).status).toBe(200)
    await untilJoin({ state: 'withdrawn', why: 'closed-there' })
    expect(isIn()).toBe(false)
  })

  test('a database that is away leaves the request to administrators', async () => {
    stage = await setStage()
    const bot = await startWebhook()
    await stage.closeStore()
    stage.world.askToJoin(ASKING)
    const [join] = stage.world.joins
    const chat = { id: COUNCIL.id, type: 'supergroup', title: COUNCIL.title }
    const asked = { chat, from, user_chat_id: ILYA, date: 1, query_id: join?.queryId }
    await post(bot, asked)
    expect(stage.world.joins[0]?.state).toBe('queued')
  })
})

describe('/door', () => {
  test('shows an administrator the way to the door, and nobody else', async () => {
    stage.world.sendText({ accountId: ILYA, chatId: GROUP_ID, text: '/door@clasp_test_bot' })
    const answer = await ask(stage, {
      accountId: ADA,
      chatId: GROUP_ID,
      text: '/door@clasp_test_bot',
    })
    const chat = await stage.store.findChatByTelegramId(String(GROUP_ID))
    expect(getButtons(answer)).toMatchObject([
      { url: `https://t.me/clasp_test_bot/app?startapp=d1_${chat?.id}` },
    ])
    const answers = stage.world
      .messages(GROUP_ID)
      .filter(({ senderId }) => senderId === stage.world.botId)
    expect(answers).toHaveLength(1)
    expect(BOT_TOKEN).toContain(String(stage.world.botId))
  })
})
