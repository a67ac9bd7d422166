import { describe, expect, test } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import type { Environment } from '#server/config/environment.ts'
import { encodePress } from '#server/bot/callback-data.ts'
import type { NewRequest } from '#server/store/requests/requests.ts'
import {
  ask,
  getButtons,
  callbackData,
  GROUP_ID,
  link,
  saveMember,
  setStage,
  type BotStage,
  until,
} from './bot-harness.ts'
import { newRequest, sampleApiKey } from '#tests/support/store-samples.ts'

const HEAD = 'You answered'

async function setReceiptStage(settings: Environment = {}) {
  const stage = await setStage()
  stage.world.grantWriteAccess(ADA)
  const bot = stage.bot(settings)
  await bot.start()
  return stage
}

/** A request of Ilya's for the group, which Ada answers with her wallet. */
async function answer(stage: BotStage, by: NewRequest['by'] | null = null) {
  const { store, clock } = stage
  const maker = await store.saveUser(
    {
      telegramId: String(ILYA),
      firstName: 'Илья',
      username: 'ilya_voronov',
      language: 'ru',
      mayMessage: true,
    },
    clock.now,
  )
  const member = await saveMember(stage, ADA)
  const wallet = await link(stage, member.id)
  const chat = await store.saveChat(
    { telegramId: String(GROUP_ID), title: 'Harbour Makers' },
    clock.now,
  )
  const { code } = await store.createRequest(
    newRequest(by ?? { userId: maker.id }, {
      now: clock.now,
      expiresAt: clock.now + 3_600_000,
      chat: by === null ? chat : null,
    }),
  )
  const given = await store.answerRequest(
    { code, userId: member.id, walletId: wallet.id },
    clock.now,
  )
  if (given.outcome !== 'answered') throw new Error(given.outcome)
  return { code, maker, member, wallet }
}

const getReceipts = ({ world }: BotStage) =>
  world.messages(ADA).filter(({ text }) => text.startsWith(HEAD))

async function untilReceipt(stage: BotStage) {
  await until(() => getReceipts(stage).length > 0)
  const [message] = getReceipts(stage)
  if (message === undefined) throw new Error('no receipt')
  return message
}

const getText = ({ world }: BotStage, chatId: number, messageId: number) =>
  world.messages(chatId).find(({ id }) => id === messageId)?.text ?? ''

/** Ada's receipt, and what she taps under it. */
async function setAnswered() {
  const stage = await setReceiptStage()
  const given = await answer(stage)
  const receipts = stage.startReceipts()
  const message = await untilReceipt(stage)
  const press = {
    accountId: ADA,
    chatId: ADA,
    messageId: message.id,
    data: callbackData(message, 0),
  }
  return { stage, receipts, message, press, ...given }
}

describe('the receipt of an answer', () => {
  test('the receipt says whom the member answered, for which chat, with what, and what they see', async () => {
    const { message, code } = await setAnswered()
    expect(message.text).toMatch(
      /^You answered “\u2068Илья\u2069 \(\u2068@ilya_voronov\u2069\)” with wallet UQ\S\S….{4}\.\n/,
    )
    expect(message.text).toContain(
      'The request was made for a group called “\u2068Harbour Makers\u2069”.',
    )
    expect(message.text).toContain('They and the operator of this bot see: your name and username')
    expect(getButtons(message)).toMatchObject([
      { text: 'Show request', web_app: { url: `https://app.example.com/r/${code}?lang=en` } },
      { text: 'Take answer back' },
    ])
  })

  test('the receipt of an answer to the operator says so, and that the operator sees the account', async () => {
    const stage = await setReceiptStage()
    const { id: keyId } = await sampleApiKey(stage.store)
    await answer(stage, { keyId })
    stage.startReceipts()
    const { text } = await untilReceipt(stage)
    expect(text).toMatch(/^You answered the operator of this bot with wallet/)
    expect(text).toContain('They see: your Telegram account')
    expect(text).not.toContain('was made for')
  })

  test('the receipt names nobody when the requester has deleted everything meanwhile', async () => {
    const stage = await setReceiptStage()
    const { maker } = await answer(stage)
    await stage.store.deleteUser(maker.id, stage.clock.now)
    stage.startReceipts()
    expect((await untilReceipt(stage)).text).toMatch(/^You answered a request with wallet/)
  })

  test('the receipt has only the button that opens the app where the bot gets no taps', async () => {
    const stage = await setReceiptStage({ BOT_MODE: 'off' })
    const { code } = await answer(stage)
    stage.startReceipts()
    expect(getButtons(await untilReceipt(stage))).toEqual([
      { text: 'Show request', web_app: { url: `https://app.example.com/r/${code}?lang=en` } },
    ])
  })

  test('is sent once, with a button that works anywhere, when Telegram answers 400 for a button', async () => {
    const { stage, receipts, code, member, wallet } = await setAnswered()
    await stage.store.withdrawAnswer({ code, userId: member.id }, stage.clock.now)
    stage.world.failNext('sendMessage', {
      error_code: 400,
      description: 'Bad Request: BUTTON_TYPE_INVALID',
    })
    await stage.store.answerRequest(
      { code, userId: member.id, walletId: wallet.id },
      stage.clock.now,
    )
    receipts.kick()
    await until(() => getReceipts(stage).length > 1)
    const message = getReceipts(stage).at(-1)
    expect(message && getButtons(message)).toMatchObject([
      { text: 'Show request', url: `https://t.me/clasp_test_bot/app?startapp=${code}` },
      { text: 'Take answer back' },
    ])
    await ask(stage, { accountId: ADA, text: '/help' })
    expect(getReceipts(stage)).toHaveLength(2)
  })
})

describe('"Take answer back" under the receipt', () => {
  test('takes the answer back and says so in place of the receipt; the wallet stays linked', async () => {
    const { stage, message, press, code, member, wallet } = await setAnswered()
    const kicks = stage.kicks.count
    await stage.world.press(press)
    await until(() => getText(stage, ADA, message.id).startsWith('You have taken your answer back'))
    expect(await stage.store.findAnswer(code, member.id)).toBeUndefined()
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
    expect(await stage.store.countAnswers(code)).toBe(0)
    expect(stage.kicks.count).toBe(kicks + 1)
    const people = await stage.store.listPeople(code, 10)
    expect(people).toMatchObject([{ wallet: null, withdrawnAt: stage.clock.now }])
  })

  test('a second tap says that the answer is taken back', async () => {
    const { stage, message, press } = await setAnswered()
    await stage.world.press(press)
    await stage.world.press(press)
    await until(() => getText(stage, ADA, message.id).startsWith('This answer is taken back'))
  })

  test('takes the answer back once when Telegram answers 429 to the edit, and the text follows', async () => {
    const { stage, message, press, code, member } = await setAnswered()
    stage.world.failNext('editMessageText', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    })
    await stage.world.press(press)
    await until(() => getText(stage, ADA, message.id).startsWith('You have taken your answer back'))
    expect(await stage.store.findAnswer(code, member.id)).toBeUndefined()
  })

  test("forged callback data takes no other member's answer back", async () => {
    const { stage, code, member } = await setAnswered()
    const own = await ask(stage, { accountId: ILYA, text: '/help' })
    await stage.world.press({
      accountId: ILYA,
      chatId: ILYA,
      messageId: own.id,
      data: encodePress({ type: 'withdraw', requestCode: code }),
    })
    await until(() => getText(stage, ILYA, own.id).includes('ответ отозван'))
    expect(await stage.store.findAnswer(code, member.id)).toBeDefined()
  })
})
