import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { Api, InputFile } from 'grammy'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createStory } from '#demo/story/story.ts'
import { ADA, COUNCIL, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { type HostEvent, HostEventSchema } from '#shared/api/host/host-event.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'
import { BOT_TOKEN, callBot, directChat, GROUP, makeWorld } from '../telegram/demo-world.ts'

const ADDRESS = '0x6F337aD2B6092FC0f5A700f79fC901b182672183'
const CLIENT = { platform: 'ios', version: '9.6', theme: 'day' } as const
const code = (kind: string) => `${kind}1_${'a'.repeat(22)}`

type MadeEvent = 'wallet.linked' | 'request.answered' | 'multisig.completed'

/** An event as Clasp sends it. */
function makeEvent(type: MadeEvent): HostEvent {
  const timestamp = '2026-11-21T09:30:00.000Z'
  const wallet = {
    id: 'w'.repeat(22),
    family: 'evm',
    chainId: null,
    address: ADDRESS,
    displayAddress: ADDRESS,
    account: `eip155:1:${ADDRESS}`,
    kind: 'eoa',
    level: 'key',
    binding: 'text',
    keySource: 'signature',
    primary: true,
    verifiedAt: timestamp,
    staleAt: null,
    multisig: null,
  }
  const user = { id: 'u'.repeat(22), telegramId: String(ADA) }
  const id = type.replace('.', '-').padEnd(22, '_')
  const data = { user, wallet, requestCode: code('r'), owners: [ADDRESS] }
  return v.parse(HostEventSchema, { id, timestamp, type, data })
}

let world: TelegramWorld
let story: ReturnType<typeof createStory>
let clock: { ms: number }

beforeEach(() => {
  clock = { ms: 1_000 }
  world = makeWorld()
  world.grantWriteAccess(ADA)
  story = createStory({ world, ownerAddresses: new Set([ADDRESS]), now: () => clock.ms })
})

function sendLink(chatId: number, kind: string): Promise<unknown> {
  const url = `https://t.me/clasp_demo_bot/app?startapp=${code(kind)}`
  const reply_markup = { inline_keyboard: [[{ text: 'Open', url }]] }
  return callBot(world, 'sendMessage', { chat_id: chatId, text: 'A link', reply_markup })
}

async function sendFile(name: string): Promise<void> {
  const { url: apiRoot } = await listenForTest(createBotApi(world))
  const api = new Api(BOT_TOKEN, { apiRoot })
  await api.sendDocument(ADA, new InputFile(Buffer.from('a file'), name))
}

function launch(accountId: number, startParam: string): void {
  world.launch({ ...CLIENT, accountId, source: 'direct-link', chatId: null, startParam })
}

describe('the steps of a story', () => {
  test('no step is done in a new world', () => {
    expect(story.read()).toEqual({ done: [], received: [] })
  })

  test('START is done once the bot has answered in the private chat', async () => {
    world.sendText({ accountId: ADA, chatId: ADA, text: '/start' })
    expect(story.read().done).toEqual([])
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'Hello' })
    expect(story.read().done).toEqual(['start'])
  })

  test('a wallet is chosen once an app asks for one, and an answer alone is no choice', () => {
    story.noteWallet('answered')
    expect(story.read().done).toEqual([])
    story.noteWallet('asked')
    expect(story.read().done).toEqual(['choose'])
  })

  test('an approval is done with its event, and the bot knows once it names that address', async () => {
    story.receive(makeEvent('wallet.linked'))
    expect(story.read().done).toEqual(['approve', 'link-owner'])
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'Wallet 0x6F…0000 is linked' })
    expect(story.read().done).not.toContain('known')
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'Wallet 0x6F…2183 is linked' })
    expect(story.read().done).toContain('known')
  })

  test('a cosigning is shared in a chat of people, opened by another account, and done with its event', async () => {
    story.receive(makeEvent('wallet.linked'))
    await callBot(world, 'sendMessage', { chat_id: ADA, text: `startapp=${code('m')}` })
    launch(ADA, code('m'))
    expect(story.read().done).not.toContain('collect')
    const chatId = directChat(world, ADA, ILYA)
    world.sendText({ accountId: ADA, chatId, text: `https://t.me/bot?startapp=${code('m')}` })
    expect(story.read().done).toContain('collect')
    expect(story.read().done).not.toContain('open-cosigning')
    launch(ILYA, code('m'))
    expect(story.read().done).toContain('open-cosigning')
    story.receive(makeEvent('multisig.completed'))
    expect(story.read().done).toContain('complete')
  })

  test('a card is sent with its link, and opened by a launch', () => {
    const chatId = directChat(world, ADA, ILYA)
    world.sendText({ accountId: ADA, chatId, text: `https://t.me/bot?startapp=${code('c')}` })
    expect(story.read().done).toEqual(['send-card'])
    launch(ILYA, code('c'))
    expect(story.read().done).toEqual(['send-card', 'open-card'])
  })

  test('a request counts in a group, and its answers once the bot edits the message', async () => {
    await sendLink(ADA, 'r')
    expect(story.read().done).not.toContain('ask-group')
    await sendLink(GROUP, 'r')
    expect(story.read().done).toContain('ask-group')
    expect(story.read().done).not.toContain('count')
    story.receive(makeEvent('request.answered'))
    expect(story.read().done).toContain('answer')
    const message = world.messages(GROUP).at(-1)
    await callBot(world, 'editMessageText', {
      chat_id: GROUP,
      message_id: message?.id,
      text: '1 answered',
      reply_markup: { inline_keyboard: message?.keyboard },
    })
    expect(story.read().done).toContain('count')
  })

  test('the answers are exported once the bot has sent their table, and another file is no export', async () => {
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'Hello' })
    await sendFile('clasp-proof.json')
    expect(story.read().done).not.toContain('export')
    await sendFile('clasp-2026-11-21.csv')
    expect(story.read().done).toContain('export')
  })

  test('the owner has looked at the list once its page was opened, and another page is none', () => {
    const app = { ...CLIENT, accountId: ADA, source: 'menu' } as const
    const look = (path: string) => world.launch({ ...app, url: `https://app.example.com${path}` })
    look('/admin')
    expect(story.read().done).not.toContain('owner-list')
    look('/admin/members')
    expect(story.read().done).toContain('owner-list')
  })

  test('the door’s steps follow the link to the door, the guard’s app and who is in the group', () => {
    const chatId = COUNCIL.id
    launch(ADA, code('d'))
    expect(story.read().done).toEqual(['open-door'])
    const ask = (accountId: number) => {
      world.askToJoin({ accountId, chatId })
      const [join] = world.joins
      if (join !== undefined) join.webAppUrl = 'https://app.example.com/j/a'
      world.launch({ ...CLIENT, accountId, chatId, source: 'join-request' })
    }
    ask(ILYA)
    expect(story.read().done).toEqual(['open-door', 'ask-to-join'])
    world.decideJoin({ accountId: ILYA, chatId, isAdmitted: true })
    ask(NEGAR)
    expect(story.read().done).toEqual(['open-door', 'ask-to-join', 'walk-in', 'stranger'])
  })

  test('a step stays done after the message that showed it is gone', async () => {
    await callBot(world, 'sendMessage', { chat_id: ADA, text: 'Hello' })
    story.read()
    world.log.remove(ADA, world.messages(ADA)[0]?.id ?? 0)
    expect(story.read().done).toEqual(['start'])
  })
})

describe('the events that the operator’s code receives', () => {
  test('an event has the time since the wallet’s last answer', () => {
    story.noteWallet('answered')
    clock.ms += 62
    story.receive(makeEvent('wallet.linked'))
    expect(story.read().received).toMatchObject([{ sinceAnswerMs: 62 }])
  })

  test('an event without an answer shortly before has no time', () => {
    story.receive(makeEvent('wallet.linked'))
    story.noteWallet('answered')
    clock.ms += 60_000
    story.receive(makeEvent('request.answered'))
    expect(story.read().received).toMatchObject([{ sinceAnswerMs: null }, { sinceAnswerMs: null }])
  })

  test('the latest event is first, and one that comes twice is there once', () => {
    let changes = 0
    world.subscribe(() => (changes += 1))
    story.receive(makeEvent('wallet.linked'))
    story.receive(makeEvent('request.answered'))
    story.receive(makeEvent('wallet.linked'))
    const types = story.read().received.map(({ event }) => event.type)
    expect(types).toEqual(['request.answered', 'wallet.linked'])
    expect(changes).toBe(2)
  })
})
