import { Api } from 'grammy'
import type { User } from 'grammy/types'
import { beforeEach, expect, test } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { messagesIn } from '#server/bot/messages/messages-in.ts'
import { getProfile } from '#server/bot/profile.ts'
import { nameDifference, profileDifference } from '#server/bot/profile-difference.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import {
  ask,
  BOT_USERNAME,
  BOT_TOKEN,
  getButtons,
  callbackData,
  GROUP_ID,
  link,
  saveMember,
  setPollingStage,
  setStage,
  type BotStage,
  until,
  WEBHOOK,
} from './bot-harness.ts'
import { postUpdate } from './raw-update.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const fa = messagesIn('fa')
const ru = messagesIn('ru')

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '')

async function choose(accountId: number, language: Language | null): Promise<string> {
  const { id } = await saveMember(stage, accountId)
  await stage.store.chooseLanguage(id, language)
  return id
}

test.each([
  ['/connect', fa.texts.connect],
  ['/wallets', fa.texts.noWallets],
  ['/delete', fa.texts.deleteQuestion],
  ['/help', fa.texts.help({ appName: 'Clasp', offersEvm: false, inlineName: BOT_USERNAME })],
])(
  '%s uses the language that the member chose, not the one of their Telegram',
  async (text, answer) => {
    await choose(ADA, 'fa')
    expect((await ask(stage, { accountId: ADA, text })).text).toBe(plain(answer))
  },
)

test('the buttons of an answer open the app in the chosen language', async () => {
  await choose(ADA, 'fa')
  const answer = await ask(stage, { accountId: ADA, text: '/start' })
  expect(getButtons(answer)).toEqual([
    { text: fa.buttons.connect, web_app: { url: 'https://app.example.com/connect?lang=fa' } },
  ])
})

const saveSender = (from: User) => stage.store.saveUser(getProfile(from), stage.clock.now)

test('an update that names no language leaves the stored one, and a first one means English', async () => {
  const ilya = { id: ILYA, is_bot: false, first_name: 'Ilya' }
  expect(await saveSender(ilya)).toMatchObject({ language: 'en' })
  expect(await saveSender({ ...ilya, language_code: 'ru' })).toMatchObject({ language: 'ru' })
  expect(await saveSender(ilya)).toMatchObject({ language: 'ru' })
})

test('a message that names no language is answered in the stored one', async () => {
  const webhookStage = await setStage()
  const { store, clock, world } = webhookStage
  await store.saveUser(
    { ...getProfile({ id: ADA, is_bot: false, first_name: 'Ada' }), language: 'fa' },
    clock.now,
  )
  const account = world.account(ADA)
  if (account === undefined) throw new Error('nobody there')
  world.grantWriteAccess(ADA)
  const bot = webhookStage.bot(WEBHOOK)
  const message = {
    message_id: 1,
    date: 0,
    chat: world.wire.privateChat(account),
    from: { id: ADA, is_bot: false, first_name: 'Ada' },
    text: '/wallets',
    entities: [{ type: 'bot_command', offset: 0, length: 8 }],
  }
  await bot.webhook(postUpdate({ update_id: 1, message }))
  await bot.stop()
  expect(world.messages(ADA).at(-1)?.text).toBe(plain(fa.texts.noWallets))
})

test('/start changes neither the choice nor the stored language of Telegram', async () => {
  const id = await choose(ADA, 'fa')
  await ask(stage, { accountId: ADA, text: '/start' })
  expect(await stage.store.findUser(id)).toMatchObject({ chosenLanguage: 'fa' })
  expect(await stage.store.chooseLanguage(id, null)).toMatchObject({ language: 'en' })
})

test('the bot returns to Telegram’s language when a choice is taken back', async () => {
  const id = await choose(ILYA, 'fa')
  await stage.store.chooseLanguage(id, null)
  const answer = await ask(stage, { accountId: ILYA, text: '/connect' })
  expect(answer.text).toBe(plain(ru.texts.connect))
})

test('a receipt, and the answer to its button, use the language that the member chose', async () => {
  const id = await choose(ADA, 'fa')
  await ask(stage, { accountId: ADA, text: '/start' })
  await link(stage, id)
  stage.startReceipts()
  const receipt = () => {
    const message = stage.world.messages(ADA).at(-1)
    if (message === undefined) throw new Error('no message')
    return message
  }
  const buttons = () => getButtons(receipt()).map(({ text }) => text)
  await until(() => buttons().includes(fa.buttons.unlink))
  expect(buttons()).toEqual([fa.buttons.openWallet, fa.buttons.unlink])
  const { id: messageId, text } = receipt()
  const data = callbackData(receipt(), 0)
  await stage.world.press({ accountId: ADA, chatId: ADA, messageId, data })
  await until(() => receipt().text !== text)
  expect(receipt().text).toMatch(/\p{Script=Arabic}/u)
})

test('the bot answers a member in a group in the language that they chose', async () => {
  await choose(ADA, 'fa')
  const answer = await ask(stage, { accountId: ADA, chatId: GROUP_ID, text: '/start' })
  expect(getButtons(answer)).toMatchObject([{ text: fa.buttons.connect }])
})

test('commands, descriptions and names are checked for every language of the app', async () => {
  stage = await setStage()
  const api = new Api(BOT_TOKEN, { apiRoot: stage.apiRoot })
  const profile = { appName: 'Clasp', offersEvm: false, publicUrl: 'https://app.example.com' }
  const changes = (await profileDifference(api, profile)).map(({ sentence }) => sentence)
  for (const language of LANGUAGES) {
    for (const part of [
      'description',
      'short description',
      'commands in private chats',
      'commands in groups',
    ]) {
      expect(
        changes.filter((sentence) => sentence.startsWith(`${part} (${language}):`)),
      ).toHaveLength(1)
    }
  }
  expect(await nameDifference(api, 'Another name')).not.toEqual([])
})
