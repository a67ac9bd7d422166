import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import type { ChatMessage } from '#demo/telegram/snapshot.ts'
import { encodePress } from '#server/bot/callback-data.ts'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'
import {
  ask,
  callbackData,
  getButtons,
  GROUP_ID,
  link,
  prove,
  saveMember,
  setPollingStage,
  setStage,
  type BotStage,
  until,
} from '../bot-harness.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

/** The receipt of a wallet that Ada linked, in her chat. */
async function receiveReceipt() {
  await ask(stage, { accountId: ADA, text: '/start' })
  const member = await saveMember(stage, ADA)
  const wallet = await link(stage, member.id)
  stage.startReceipts()
  await until(() => stage.world.messages(ADA).at(-1)?.text.includes('is now linked') === true)
  const message = stage.world.messages(ADA).at(-1)
  if (message === undefined) throw new Error('no receipt')
  return { member, wallet, message }
}

async function askToDelete() {
  const member = await saveMember(stage, ADA)
  const wallet = await link(stage, member.id)
  const message = await ask(stage, { accountId: ADA, text: '/delete' })
  return { member, wallet, message }
}

async function askHolder() {
  stage.world.sendText({ accountId: ADA, chatId: ADA, text: '/start' })
  stage.world.sendText({ accountId: ILYA, chatId: ILYA, text: '/start' })
  const holder = await saveMember(stage, ADA)
  const requester = await saveMember(stage, ILYA, { language: 'ru' })
  const wallet = await link(stage, holder.id)
  const outcome = await prove(stage, requester.id)
  if (outcome.outcome !== 'awaiting-consent') throw new Error(outcome.outcome)
  const receipts = stage.startReceipts()
  await until(() =>
    stage.world.messages(ADA).some(({ text }) => text.includes('Another Telegram account')),
  )
  const message = stage.world
    .messages(ADA)
    .find(({ text }) => text.includes('Another Telegram account'))
  if (message === undefined) throw new Error('no question')
  return { holder, requester, wallet, message, receipts }
}

const getText = (chatId: number, messageId: number) =>
  stage.world.messages(chatId).find(({ id }) => id === messageId)?.text ?? ''

type PressInput = Partial<Parameters<BotStage['world']['press']>[0]>

/** Ada presses the first button of the message in her chat, or does what `changes` says. */
const press = (message: ChatMessage, changes: PressInput = {}) =>
  stage.world.press({
    accountId: ADA,
    chatId: ADA,
    messageId: message.id,
    data: changes.data ?? callbackData(message, 0),
    ...changes,
  })

/** Ada presses "Not me: unlink" under the receipt, and gets the question. */
async function askToUnlink() {
  const receipt = await receiveReceipt()
  await press(receipt.message, { data: callbackData(receipt.message, 0) })
  await until(() => stage.world.messages(ADA).at(-1)?.text.startsWith('Unlink wallet') === true)
  const question = stage.world.messages(ADA).at(-1)
  if (question === undefined) throw new Error('no question')
  return { ...receipt, question }
}

/** The same, and she answers with yes. */
async function unlink() {
  const asked = await askToUnlink()
  await press(asked.question)
  await until(() => getText(ADA, asked.question.id).includes('is no longer linked'))
  const undo = encodePress({ type: 'undo', walletId: asked.wallet.id })
  return { ...asked, undo }
}

describe('"Not me: unlink" under a receipt', () => {
  test('is a plain button that asks first, and leaves the receipt as it is', async () => {
    const { member, wallet, message, question } = await askToUnlink()
    expect(getButtons(message).map(({ style }) => style)).toEqual([undefined, undefined])
    expect(question.text).toContain('You can undo this for an hour.')
    expect(getButtons(question).map(({ text }) => text)).toEqual(['Unlink', 'Cancel'])
    expect(getText(ADA, message.id)).toBe(message.text)
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
  })

  test('unlinks the wallet after a yes, and offers to undo it', async () => {
    const { member, wallet, question } = await unlink()
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeUndefined()
    expect(stage.world.messages(ADA).at(-1)).toMatchObject({
      id: question.id,
      keyboard: [[{ text: 'Undo' }]],
    })
    expect(stage.kicks.count).toBe(1)
  })

  test('unlinks nothing after a no', async () => {
    const { member, wallet, question } = await askToUnlink()
    await press(question, { data: callbackData(question, 1) })
    await until(() => getText(ADA, question.id) === 'Nothing was unlinked.')
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
  })

  test('a second yes shows what the first one did', async () => {
    const { question } = await unlink()
    const text = getText(ADA, question.id)
    await press(question, { data: callbackData(question, 0) })
    expect(getText(ADA, question.id)).toBe(text)
    expect(stage.logLines.join()).not.toContain('update failed')
  })

  test('says of a wallet that is gone that it is no longer linked', async () => {
    const { member, wallet, message } = await receiveReceipt()
    await stage.store.unlinkWallet(wallet.id, member.id, stage.clock.now)
    await press(message)
    await until(
      () =>
        stage.world.messages(ADA).at(-1)?.text ===
        'This wallet is no longer linked to your account.',
    )
  })

  test('Undo links the wallet again, and a second press changes nothing', async () => {
    const { member, wallet, question, undo } = await unlink()
    for (let presses = 0; presses < 2; presses += 1) {
      await press(question, { data: undo })
      await until(() => getText(ADA, question.id).startsWith('The wallet is linked'))
    }
    expect(await stage.store.listWallets(member.id)).toEqual([wallet])
    expect(stage.world.messages(ADA).at(-1)?.keyboard).toEqual([])
  })

  test('Undo after an hour links nothing, and offers to connect the wallet', async () => {
    const { member, question, undo } = await unlink()
    stage.clock.now += 60 * 60_000
    await press(question, { data: undo })
    await until(() => getText(ADA, question.id).includes('can no longer be undone'))
    expect(stage.world.messages(ADA).at(-1)?.keyboard).toMatchObject([[{ text: 'Connect wallet' }]])
    expect(await stage.store.listWallets(member.id)).toEqual([])
  })

  test('Undo with as many wallets as one may have links nothing, and stays to be pressed again', async () => {
    const { member, question, undo } = await unlink()
    for (let count = 0; count < WALLETS_PER_USER; count += 1)
      await link(stage, member.id, sampleWallet().address)
    await press(question, { data: undo })
    await until(() => getText(ADA, question.id).includes('as many wallets'))
    expect(stage.world.messages(ADA).find(({ id }) => id === question.id)?.keyboard).toMatchObject([
      [{ text: 'Undo' }],
    ])
    expect(await stage.store.listWallets(member.id)).toHaveLength(WALLETS_PER_USER)
  })

  test('attack: another member presses Undo with forged data, and gets nothing', async () => {
    const { member, undo } = await unlink()
    const own = await ask(stage, { accountId: ILYA, text: '/start' })
    await press(own, { accountId: ILYA, chatId: ILYA, data: undo })
    await until(() => getText(ILYA, own.id).includes('уже нельзя'))
    const stranger = await stage.store.findUserByTelegramId(String(ILYA))
    expect(await stage.store.listWallets(stranger?.id ?? '')).toEqual([])
    expect(await stage.store.listWallets(member.id)).toEqual([])
  })

  test('attack: Undo after "delete everything" brings nothing back', async () => {
    const { member, question, undo } = await unlink()
    await stage.store.deleteUser(member.id, stage.clock.now)
    await press(question, { data: undo })
    await until(() => getText(ADA, question.id) === 'Nothing is stored about you.')
    await ask(stage, { accountId: ADA, text: '/start' })
    await press(question, { data: undo })
    await until(() => getText(ADA, question.id).includes('can no longer be undone'))
    const again = await stage.store.findUserByTelegramId(String(ADA))
    expect(await stage.store.listWallets(again?.id ?? '')).toEqual([])
  })

  test("a stranger who presses somebody else's button is refused and nothing is unlinked", async () => {
    const { member, wallet, message } = await receiveReceipt()
    await saveMember(stage, ILYA)
    const answer = await press(message, { accountId: ILYA })
    expect(answer).toMatchObject({
      kind: 'answered',
      isAlert: true,
      text: 'Эта кнопка не для вас.',
    })
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
  })

  test("forged callback data with another member's wallet unlinks nothing", async () => {
    const { member, wallet } = await receiveReceipt()
    const message = await ask(stage, { accountId: ILYA, text: '/start' })
    await press(message, {
      accountId: ILYA,
      chatId: ILYA,
      data: encodePress({ type: 'unlink-answer', answer: 'yes', walletId: wallet.id }),
    })
    await until(() => getText(ILYA, message.id).includes('уже не привязан'))
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
  })

  test('a button in a group is refused', async () => {
    const { member, wallet } = await receiveReceipt()
    const posted = stage.world.sendText({ accountId: ADA, chatId: GROUP_ID, text: 'hello' })
    const answer = await press(posted, {
      chatId: GROUP_ID,
      data: encodePress({ type: 'unlink', walletId: wallet.id }),
    })
    expect(answer).toMatchObject({ text: 'This button is for someone else.' })
    expect(await stage.store.findWallet(wallet.id, member.id)).toBeDefined()
  })
})

describe('/delete', () => {
  test('asks first and deletes nothing without a confirmation', async () => {
    const { member, message } = await askToDelete()
    expect(message.text).toContain('Delete everything about you?')
    expect(getButtons(message).map(({ text }) => text)).toEqual(['Delete everything', 'Cancel'])
    expect(await stage.store.findUser(member.id)).toBeDefined()
  })

  test('deletes the member with wallets and all after a confirmation', async () => {
    const { member, message } = await askToDelete()
    await press(message)
    await until(() => getText(ADA, message.id) === 'Everything about you is deleted.')
    expect(await stage.store.findUser(member.id)).toBeUndefined()
    expect(await stage.store.listWallets(member.id)).toEqual([])
  })

  test('deletes nothing when the member declines', async () => {
    const { member, message } = await askToDelete()
    await press(message, { data: callbackData(message, 1) })
    await until(() => getText(ADA, message.id) === 'Nothing was deleted.')
    expect(await stage.store.findUser(member.id)).toBeDefined()
  })

  test('deletes nothing when the confirmation comes after ten minutes, and says how to ask again', async () => {
    const { member, message } = await askToDelete()
    stage.clock.now += 10 * 60_000 + 1_000
    await press(message)
    await until(() => getText(ADA, message.id).includes('has expired'))
    expect(await stage.store.findUser(member.id)).toBeDefined()
  })

  test('a confirmation dated in the future deletes nothing', async () => {
    const { member, message } = await askToDelete()
    const askedAt = stage.clock.now + 86_400_000
    const data = encodePress({ type: 'delete', answer: 'yes', askedAt })
    await press(message, { data })
    await until(() => getText(ADA, message.id).includes('has expired'))
    expect(await stage.store.findUser(member.id)).toBeDefined()
  })

  test("a stranger’s press deletes neither the stranger's data nor the member's", async () => {
    const { member, message } = await askToDelete()
    const stranger = await saveMember(stage, ILYA)
    await press(message, { accountId: ILYA })
    expect(await stage.store.findUser(member.id)).toBeDefined()
    expect(await stage.store.findUser(stranger.id)).toBeDefined()
  })

  test('says so when nothing is stored', async () => {
    const answer = await ask(stage, { accountId: ADA, text: '/delete' })
    expect(answer.text).toBe('Nothing is stored about you.')
    expect(answer.keyboard).toEqual([])
  })
})

describe('the question to the holder of a wallet', () => {
  test('Move moves the wallet and notifies both accounts', async () => {
    const { holder, requester, message, receipts } = await askHolder()
    await press(message)
    await until(() => stage.kicks.count === 1)
    receipts.kick()
    await until(() =>
      stage.world
        .messages(ADA)
        .some(({ text }) => text.includes('has moved to another Telegram account')),
    )
    await until(() =>
      stage.world.messages(ILYA).some(({ text }) => text.includes('Прежний владелец согласился')),
    )
    expect(await stage.store.listWallets(holder.id)).toEqual([])
    expect(await stage.store.listWallets(requester.id)).toHaveLength(1)
  })

  test.each([
    ['Move it', 0, 'The wallet has moved to the other account.'],
    ['Keep it', 1, 'The wallet stays linked to your account.'],
  ])(
    '%s, pressed three times while the bot was away, ends in what the first press did',
    async (_, index, outcome) => {
      stage = await setStage()
      const bot = stage.bot()
      const { message } = await askHolder()
      const pressed = (button: number) => press(message, { data: callbackData(message, button) })
      const answers = [index, index, index, 1 - index].map(pressed)
      await bot.start()
      for (const answer of await Promise.all(answers))
        expect(answer).toMatchObject({ kind: 'answered', isAlert: false })
      expect(getText(ADA, message.id)).toBe(outcome)
      expect(stage.logLines.join()).not.toContain('update failed')
    },
  )

  test('Keep keeps the wallet and notifies the other account', async () => {
    const { holder, requester, message, receipts } = await askHolder()
    await press(message, { data: callbackData(message, 1) })
    await until(() => getText(ADA, message.id).includes('stays linked'))
    receipts.kick()
    await until(() =>
      stage.world.messages(ILYA).some(({ text }) => text.includes('тот его оставил')),
    )
    expect(await stage.store.listWallets(holder.id)).toHaveLength(1)
    expect(await stage.store.listWallets(requester.id)).toEqual([])
  })

  test('attack: a stranger waits until the holder presses "Not me: unlink", and is informed that nothing was linked', async () => {
    const asked = await askHolder()
    const { requester, receipts } = asked
    const receipt = stage.world.messages(ADA).find(({ text }) => text.includes('is now linked'))
    if (receipt === undefined) throw new Error('no receipt')
    const { wallet } = asked
    const data = encodePress({ type: 'unlink-answer', answer: 'yes', walletId: wallet.id })
    await press(receipt, { data })
    await until(() => getText(ADA, receipt.id).includes('is no longer linked'))
    receipts.kick()
    await until(() =>
      stage.world.messages(ILYA).some(({ text }) => text.includes('Ваш запрос закрыт')),
    )
    expect(stage.world.messages(ILYA).at(-1)?.keyboard).toMatchObject([
      [{ text: 'Подключить кошелёк' }],
    ])
    expect(await stage.store.listWallets(requester.id)).toEqual([])
  })

  test('forged data from the requester moves nothing', async () => {
    const { holder, message } = await askHolder()
    const own = await ask(stage, { accountId: ILYA, text: '/help' })
    await press(own, { accountId: ILYA, chatId: ILYA, data: callbackData(message, 0) })
    await until(() => getText(ILYA, own.id).includes('уже закрыт'))
    expect(await stage.store.listWallets(holder.id)).toHaveLength(1)
  })

  test('an answer of the holder that comes too late changes nothing', async () => {
    const { holder, message } = await askHolder()
    stage.clock.now += 86_400_001
    await press(message)
    await until(() => getText(ADA, message.id).includes('no longer open'))
    expect(await stage.store.listWallets(holder.id)).toHaveLength(1)
  })
})

describe('callback data that is not ours', () => {
  test('is answered politely and does nothing, whatever it holds', async () => {
    const { member, wallet, message } = await askToDelete()
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
      fc.constantFrom(
        'unlink:',
        `unlink:${wallet.id}:`,
        ` unlink:${wallet.id}`,
        `unlink:maybe:${wallet.id}`,
        'undo:',
        'consent:give:AAAAAAAAAAAAAAAAAAAAAA',
        'delete:yes',
        'delete:yes:-1',
        'delete:yes:1E9',
        '__proto__:a',
      ),
    )
    await fc.assert(
      fc.asyncProperty(garbage, async (data) => {
        const answer = await press(message, { data })
        expect(answer).toMatchObject({ kind: 'answered', isAlert: true })
      }),
      { numRuns: 30 },
    )
    expect(await stage.store.listWallets(member.id)).toHaveLength(1)
    expect(getText(ADA, message.id)).toBe(message.text)
  })

  test('the bot answers a press even when its action fails', async () => {
    const { message } = await askToDelete()
    stage.world.failNext('editMessageText', { error_code: 500, description: 'Internal' })
    const answer = await press(message, { data: callbackData(message, 1) })
    expect(answer).toMatchObject({ kind: 'answered' })
    await until(() => stage.logLines.some((line) => line.includes('update failed')))
  })

  test('a tap that is too old to be answered still does its action and says so', async () => {
    const { message } = await askToDelete()
    stage.world.failNext('answerCallbackQuery', {
      error_code: 400,
      description: 'Bad Request: query is too old and response timeout expired',
    })
    // Telegram's client waits for an answer that does not come.
    void press(message)
    await until(() => getText(ADA, message.id) === 'Everything about you is deleted.')
    expect(stage.logLines.join()).not.toContain('update failed')
  })

  test('the bot answers a tap of somebody unknown', async () => {
    const message = await ask(stage, { accountId: ADA, text: '/help' })
    const data = encodePress({ type: 'undo', walletId: 'A'.repeat(22) })
    await press(message, { data })
    await until(() => getText(ADA, message.id) === 'Nothing is stored about you.')
  })
})
