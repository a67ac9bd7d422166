import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { createLog } from '#server/log/log.ts'
import { createReceipts } from '#server/notifications/receipts.ts'
import type { Poller } from '#server/process/poller.ts'
import { RECEIPT_TIMEOUT_MS } from '#shared/limits.ts'
import { newRequest, sampleApiKey, sampleWallet } from '#tests/support/store-samples.ts'
import {
  getButtons,
  link,
  linkByText,
  prove,
  saveMember,
  setStage,
  type BotStage,
  until,
} from '../bot/bot-harness.ts'

/** The first try and the twelve after it. */
const TRIES = 13

let stage: BotStage
beforeEach(() => setReceiptStage())

/** @param reachable accounts to which the bot can write */
async function setReceiptStage(reachable: readonly number[] = [ADA, ILYA, NEGAR]): Promise<void> {
  stage = await setStage()
  for (const id of reachable) stage.world.grantWriteAccess(id)
  stage.bot()
}

const sends = () => stage.methods().filter((method) => method === 'sendMessage').length

const textsIn = (chatId: number) =>
  stage.world
    .messages(chatId)
    .filter(({ senderId }) => senderId === stage.world.botId)
    .map(({ text }) => text)

const countTexts = () => [ADA, ILYA, NEGAR].flatMap((id) => textsIn(id)).length
const countFailures = () => stage.logLines.filter((line) => line.includes('not sent')).length

/** Whether no receipt is left, now or later. Call it while nothing else leases. */
async function isSettled(): Promise<boolean> {
  const { store, clock } = stage
  const farAhead = clock.now + 10 * 86_400_000
  return (await store.leaseReceipts(farAhead, farAhead, 100)).length === 0
}

/** Waits until all due receipts are sent, by a receipt that comes after them. */
async function drain(receipts: Poller): Promise<void> {
  const last = await saveMember(stage, ILYA)
  const before = textsIn(ILYA).length
  await link(stage, last.id, `0:${'fe'.repeat(32)}`)
  receipts.kick()
  await until(() => textsIn(ILYA).length === before + 1)
  await receipts.stop()
}

/** Ada gets her one receipt, although it was put off a moment ago. */
async function notifySoon(receipts: Poller, memberId: string): Promise<void> {
  const textsAfterKick = async () => {
    await stage.store.flushReceipts(memberId, stage.clock.now)
    receipts.kick()
    return textsIn(ADA)
  }
  await expect.poll(textsAfterKick, { interval: 20 }).toHaveLength(1)
  await receipts.stop()
}

/** Ada links a wallet, and answers a request of the operator's code with it. */
async function answerAsAda(): Promise<{ code: string; userId: string }> {
  const { store, clock } = stage
  const { id: userId } = await saveMember(stage, ADA)
  const { id: walletId } = await link(stage, userId)
  const { id: keyId } = await sampleApiKey(store)
  const wanted = newRequest({ keyId }, { now: clock.now, expiresAt: clock.now + 60_000 })
  const { code } = await store.createRequest(wanted)
  await store.answerRequest({ code, userId, walletId }, clock.now)
  return { code, userId }
}

/** Receipts of as many members as are linked, with the times at which Telegram took them. */
function timeReceipts() {
  const { store, clock, logLines } = stage
  const sentAt: number[] = []
  let [refusals, retryAfterMs, linked] = [0, 0, 0]
  /** How often the pace was read, and how often receipts were leased. */
  const looks = { pace: 0, leases: 0 }
  const receipts = createReceipts({
    store: {
      ...store,
      leaseReceipts(...lease) {
        looks.leases += 1
        return store.leaseReceipts(...lease)
      },
    },
    now: () => clock.now,
    clock() {
      looks.pace += 1
      return clock.now
    },
    log: createLog('info', { write: (line) => void logLines.push(line) }),
    send() {
      const isRefused = refusals > 0
      if (isRefused) refusals -= 1
      else sentAt.push(clock.now)
      return Promise.resolve(
        isRefused
          ? { outcome: 'failed' as const, code: 'telegram-429', retryAfterMs }
          : { outcome: 'delivered' as const },
      )
    },
  })
  onTestFinished(() => receipts.stop())
  return {
    sentAt,
    receipts,
    /** Whether a look at what is due leases something. */
    leases: async (): Promise<boolean> => {
      const before = { ...looks }
      receipts.kick()
      await until(() => looks.pace > before.pace)
      return looks.leases > before.leases
    },
    /** Telegram limits the next calls. */
    refuse: (count: number, waitMs: number) => void ([refusals, retryAfterMs] = [count, waitMs]),
    linkSoMany: async (count: number): Promise<void> => {
      for (const end = linked + count; linked < end; linked += 1) {
        const member = await saveMember(stage, 900_000 + linked)
        const address = `0:${String(linked).padStart(64, '0')}`
        await link(stage, member.id, address)
      }
    },
  }
}

/** A wallet of Ada's, whom the bot reaches, moves to Ilya, whom it does not. Only that has a receipt left. */
async function moveToIlya() {
  await setReceiptStage([ADA])
  const holder = await saveMember(stage, ADA)
  const requester = await saveMember(stage, ILYA, { mayMessage: false })
  await link(stage, holder.id)
  const asked = await prove(stage, requester.id)
  if (asked.outcome !== 'awaiting-consent') throw new Error(asked.outcome)
  const { attemptId } = asked.consent
  await stage.store.leaseReceipts(stage.clock.now, Number.MAX_SAFE_INTEGER, 10)
  const answer = { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 } as const
  await stage.store.answerConsent(answer, stage.clock.now)
  return requester
}

describe('the bot, for receipts,', () => {
  test('notifies of a linked wallet: first what is proven, then how, and a way back', async () => {
    const member = await saveMember(stage, ADA)
    const receipts = stage.startReceipts()
    const wallet = await link(stage, member.id)
    receipts.kick()
    await until(() => textsIn(ADA).length === 1)
    const [text] = textsIn(ADA)
    expect(text).toMatch(
      /^✓ You control UQ\S\S….{4} · verified on Nov 20, 2026\n\nThis wallet is now linked/,
    )
    expect(text).toContain('How it was verified: the wallet’s key signed a one-time message.')
    expect(text).toContain(
      'Your wallet showed which site asked, app.example.com, but not your Telegram account. You can add it: open the wallet, then Proof.',
    )
    const [message] = stage.world.messages(ADA).slice(-1)
    expect(message && getButtons(message)).toEqual([
      {
        text: 'Show wallet',
        web_app: { url: `https://app.example.com/wallets/${wallet.id}?lang=en` },
      },
      { text: 'Not me: unlink', callback_data: `unlink:${wallet.id}` },
    ])
  })

  test('writes a receipt in the language of its recipient', async () => {
    const member = await saveMember(stage, NEGAR, { language: 'fa' })
    await link(stage, member.id)
    stage.startReceipts()
    await until(() => textsIn(NEGAR)[0]?.includes('اکنون به حساب شما پیوند خورده است') === true)
  })

  test('the buttons open the app in mode off, because taps would land at another bot', async () => {
    stage.bot({ BOT_MODE: 'off' })
    const holder = await saveMember(stage, ADA)
    const requester = await saveMember(stage, ILYA)
    const wallet = await link(stage, holder.id)
    await prove(stage, requester.id)
    stage.startReceipts()
    await until(() => textsIn(ADA).length === 2)
    expect(stage.world.messages(ADA).flatMap(getButtons)).toEqual(
      expect.arrayContaining([
        {
          text: 'Show wallet',
          web_app: { url: `https://app.example.com/wallets/${wallet.id}?lang=en` },
        },
        { text: 'Open app', web_app: { url: 'https://app.example.com/?lang=en' } },
      ]),
    )
    expect(stage.world.messages(ADA).flatMap(getButtons)).toHaveLength(2)
    expect(new Set(stage.methods())).toEqual(new Set(['sendMessage']))
  })

  test.each([
    ['en', ADA, 'The operator of this bot has unlinked wallet'],
    ['ru', ILYA, 'Оператор этого бота отвязал кошелёк'],
    ['es', ADA, 'El operador de este bot ha desvinculado la billetera'],
    ['fa', NEGAR, 'گردانندهٔ این ربات پیوند کیف پول'],
  ] as const)(
    'notifies the member of a wallet that the operator unlinked, in %s',
    async (...row) => {
      const [language, account, text] = row
      const member = await saveMember(stage, account, { language })
      const wallet = await link(stage, member.id)
      expect(await stage.store.unlinkHeldWallet(wallet.id, stage.clock.now)).toBe(true)
      stage.startReceipts()
      await until(() => textsIn(account).some((line) => line.startsWith(text)))
      expect(textsIn(account).join('')).not.toContain(wallet.address)
    },
  )

  test('notifies of a wallet that the operator unlinked in mode off, too, with a way into the app', async () => {
    stage.bot({ BOT_MODE: 'off' })
    const member = await saveMember(stage, ADA)
    const wallet = await link(stage, member.id)
    await stage.store.unlinkHeldWallet(wallet.id, stage.clock.now)
    stage.startReceipts()
    await until(() => textsIn(ADA).length === 2)
    const notified = stage.world.messages(ADA).find((message) => message.text.includes('unlinked'))
    expect(notified && getButtons(notified)).toEqual([
      { text: 'Open app', web_app: { url: 'https://app.example.com/?lang=en' } },
    ])
  })

  test('notifies nobody of an answer to a request that is gone, and settles it', async () => {
    await answerAsAda()
    stage.store = { ...stage.store, findRequest: () => Promise.resolve(undefined) }
    await drain(stage.startReceipts())
    expect(textsIn(ADA).join('')).not.toContain('You answered')
    expect(sends()).toBe(2)
    expect(await isSettled()).toBe(true)
  })

  test.each([
    ['en', ADA, 'was linked to your account on Nov 20, 2026. It is no longer linked to it.'],
    ['ru', ILYA, 'Сейчас он к нему не привязан.'],
    ['es', ADA, 'Ya no está vinculada a ella.'],
    ['fa', NEGAR, 'اکنون دیگر به آن پیوند ندارد.'],
  ] as const)(
    'says of a wallet that was unlinked before the bot could write that it is not linked now, in %s',
    async (language, account, text) => {
      const member = await saveMember(stage, account, { language })
      const wallet = await link(stage, member.id)
      await stage.store.unlinkWallet(wallet.id, member.id, stage.clock.now)
      stage.startReceipts()
      await until(() => textsIn(account).length === 1)
      expect(textsIn(account)[0]).toContain(text)
      const buttons = stage.world.messages(account).flatMap(getButtons)
      expect(buttons.filter((button) => 'callback_data' in button)).toEqual([])
    },
  )

  test('asks a holder nothing that can no longer be answered', async () => {
    const holder = await saveMember(stage, ADA)
    const requester = await saveMember(stage, NEGAR)
    await link(stage, holder.id)
    const asked = await prove(stage, requester.id)
    if (asked.outcome !== 'awaiting-consent') throw new Error(asked.outcome)
    stage.clock.now = asked.consent.expiresAt
    await drain(stage.startReceipts())
    expect(textsIn(ADA).join('')).not.toContain('Another Telegram account')
    expect(await isSettled()).toBe(true)
  })

  test('does not thank for an answer that was taken back', async () => {
    await stage.store.withdrawAnswer(await answerAsAda(), stage.clock.now)
    await drain(stage.startReceipts())
    expect(sends()).toBe(2)
    expect(await isSettled()).toBe(true)
  })

  test('notifies a member who lost a wallet and has it again of the second link alone', async () => {
    const [ada, negar] = [await saveMember(stage, ADA), await saveMember(stage, NEGAR)]
    const wallet = await link(stage, ada.id)
    const proven = sampleWallet({ address: wallet.address })
    await linkByText(stage, negar.id, proven)
    await linkByText(stage, ada.id, proven)
    await drain(stage.startReceipts())
    const texts = textsIn(ADA)
    expect(texts.join('')).not.toContain('has moved to another Telegram account')
    expect(texts.filter((text) => text.includes('to yours'))).toHaveLength(1)
    expect(textsIn(NEGAR).filter((text) => text.includes('no longer linked'))).toHaveLength(2)
  })

  test('does not notify a member of a wallet that they unlinked', async () => {
    const member = await saveMember(stage, ADA)
    const wallet = await link(stage, member.id)
    await stage.store.unlinkWallet(wallet.id, member.id, stage.clock.now)
    await drain(stage.startReceipts())
    expect(textsIn(ADA)).toHaveLength(1)
    expect(await isSettled()).toBe(true)
  })

  test('a member who does not allow messages in time gets none, and the receipt is settled', async () => {
    const silent = await saveMember(stage, ADA, { mayMessage: false })
    await link(stage, silent.id)
    const receipts = stage.startReceipts()
    stage.clock.now += RECEIPT_TIMEOUT_MS
    await drain(receipts)
    expect(sends()).toBe(1)
    expect(textsIn(ADA)).toEqual([])
    expect(await isSettled()).toBe(true)
  })

  test('a member who allows messages after the link gets the receipt then', async () => {
    const member = await saveMember(stage, ADA, { mayMessage: false })
    await link(stage, member.id)
    const receipts = stage.startReceipts()
    stage.clock.now += 60_000
    await stage.store.setMayMessage(member.id, true)
    await stage.store.flushReceipts(member.id, stage.clock.now)
    receipts.kick()
    await until(() => textsIn(ADA).length === 1)
    await receipts.stop()
    expect(await isSettled()).toBe(true)
  })

  test('attack: a member whose app reports write access that the bot never got is not stored as reachable', async () => {
    await setReceiptStage([ILYA])
    const member = await saveMember(stage, ADA, { mayMessage: false })
    await link(stage, member.id)
    await stage.store.reportWriteAccess(member.id)
    const receipts = stage.startReceipts()
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false, isWriteAccessReported: false })
    expect(sends()).toBe(1)
    expect(textsIn(ADA)).toEqual([])
    stage.world.grantWriteAccess(ADA)
    await stage.store.setMayMessage(member.id, true)
    await notifySoon(receipts, member.id)
  })

  test('a member whose app reports write access is stored as reachable once a message was delivered', async () => {
    const member = await saveMember(stage, ADA, { mayMessage: false })
    await link(stage, member.id)
    await stage.store.reportWriteAccess(member.id)
    expect(await stage.store.findUser(member.id)).toMatchObject({ mayMessage: false })
    const receipts = stage.startReceipts()
    await until(() => textsIn(ADA).length === 1)
    await receipts.stop()
    expect(await stage.store.findUser(member.id)).toMatchObject({
      mayMessage: true,
      isWriteAccessReported: false,
    })
    expect(await isSettled()).toBe(true)
  })

  test('a member whom Telegram does not know for the bot may still allow messages', async () => {
    const member = await saveMember(stage, ADA, { mayMessage: false })
    stage.world.failNext('sendMessage', {
      error_code: 400,
      description: 'Bad Request: chat not found',
    })
    await link(stage, member.id)
    await stage.store.reportWriteAccess(member.id)
    const receipts = stage.startReceipts()
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false, isWriteAccessReported: false })
    await stage.store.setMayMessage(member.id, true)
    await notifySoon(receipts, member.id)
  })

  test('stops writing to a member after 403', async () => {
    const member = await saveMember(stage, ADA)
    stage.world.block(ADA)
    await link(stage, member.id)
    const receipts = stage.startReceipts()
    await expect
      .poll(() => stage.store.findUser(member.id), { interval: 5 })
      .toMatchObject({ mayMessage: false })
    await link(stage, member.id, `0:${'cd'.repeat(32)}`)
    stage.clock.now += RECEIPT_TIMEOUT_MS
    await drain(receipts)
    expect(sends()).toBe(2)
    expect(await isSettled()).toBe(true)
  })

  test('retries after the pause that Telegram requests with 429, not before', async () => {
    const member = await saveMember(stage, ADA)
    stage.world.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 30',
      parameters: { retry_after: 30 },
    })
    await link(stage, member.id)
    const receipts = stage.startReceipts()
    await until(() => stage.logLines.some((line) => line.includes('"code":"telegram-429"')))
    stage.clock.now += 29_000
    receipts.kick()
    const other = await saveMember(stage, ILYA)
    await link(stage, other.id, `0:${'cd'.repeat(32)}`)
    receipts.kick()
    await until(() => textsIn(ILYA).length === 1)
    expect(textsIn(ADA)).toEqual([])
    stage.clock.now += 2_000
    receipts.kick()
    await until(() => textsIn(ADA).length === 1)
    expect(sends()).toBe(3)
  })

  test('retries an outage of Telegram with growing pauses, and gives up in the end', async () => {
    const member = await saveMember(stage, ADA)
    for (let times = 0; times < TRIES; times += 1) {
      stage.world.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' })
    }
    await link(stage, member.id)
    const receipts = stage.startReceipts()
    for (let times = 1; times <= TRIES; times += 1) {
      await until(() => countFailures() === times)
      stage.clock.now += 3_600_000
      receipts.kick()
    }
    await receipts.stop()
    expect(sends()).toBe(TRIES)
    expect(await isSettled()).toBe(true)
  })

  test('settles a message that Telegram can never take', async () => {
    const member = await saveMember(stage, 999_999_999)
    await link(stage, member.id)
    await drain(stage.startReceipts())
    expect(sends()).toBe(2)
    expect(await isSettled()).toBe(true)
    expect(stage.logLines.join('')).toContain('"code":"telegram-400"')
  })

  test('notifies once, after a crash, of what was linked before it', async () => {
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    await stage.reopenStore()
    const receipts = stage.startReceipts()
    await until(() => textsIn(ADA).length === 1)
    await receipts.stop()
    await stage.reopenStore()
    expect(await isSettled()).toBe(true)
    expect(sends()).toBe(1)
  })

  test('sends all receipts when there are more than one lease holds', async () => {
    for (const [index, id] of [ADA, ILYA, NEGAR].entries()) {
      const member = await saveMember(stage, id)
      for (let wallet = 0; wallet < 8; wallet += 1) {
        await link(stage, member.id, `0:${index}${wallet}${'0'.repeat(62)}`)
      }
    }
    const receipts = stage.startReceipts()
    await until(() => countTexts() === 20)
    stage.clock.now += 200
    receipts.kick()
    await until(() => countTexts() === 24)
  })

  test('sends what has waited for Telegram no faster than twenty a second', async () => {
    const { sentAt, receipts, linkSoMany } = timeReceipts()
    await linkSoMany(30)
    const start = stage.clock.now
    receipts.start()
    await until(() => sentAt.length === 20)
    stage.clock.now += 250
    receipts.kick()
    await until(() => sentAt.length === 25)
    stage.clock.now += 250
    receipts.kick()
    await until(() => sentAt.length === 30)
    await receipts.stop()
    const waits = [0, 250, 500].map((ms) => sentAt.filter((at) => at - start === ms).length)
    expect(waits).toEqual([20, 5, 5])
  })

  test('sends nothing while Telegram limits the bot, which three chats at a time show', async () => {
    const { sentAt, refuse, receipts, leases, linkSoMany } = timeReceipts()
    refuse(3, 30_000)
    await linkSoMany(3)
    receipts.start()
    await until(() => stage.logLines.filter((line) => line.includes('not sent')).length === 3)
    await linkSoMany(1)
    expect(await leases()).toBe(false)
    stage.clock.now += 29_999
    expect(await leases()).toBe(false)
    stage.clock.now += 1
    expect(await leases()).toBe(true)
    await until(() => sentAt.length === 4)
  })

  test('does not give up what Telegram puts off more often than it is tried', async () => {
    const { sentAt, refuse, receipts, linkSoMany } = timeReceipts()
    refuse(2 * TRIES, 30_000)
    await linkSoMany(1)
    receipts.start()
    for (let times = 1; times <= 2 * TRIES; times += 1) {
      await until(() => countFailures() === times)
      stage.clock.now += 30_000
      receipts.kick()
    }
    await until(() => sentAt.length === 1)
    await receipts.stop()
    expect(await isSettled()).toBe(true)
  })

  test('notifies both members of a wallet that moved, and nobody twice when one has to wait', async () => {
    const holder = await saveMember(stage, ADA)
    const requester = await saveMember(stage, ILYA)
    const receipts = stage.startReceipts()
    await link(stage, holder.id)
    const asked = await prove(stage, requester.id)
    if (asked.outcome !== 'awaiting-consent') throw new Error(asked.outcome)
    receipts.kick()
    await until(() => textsIn(ADA).length === 2)
    await receipts.stop()

    const { attemptId } = asked.consent
    await stage.store.answerConsent(
      { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 },
      stage.clock.now,
    )
    stage.world.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' })
    const again = stage.startReceipts()
    await until(() => textsIn(ILYA).length === 1)
    expect(textsIn(ADA)).toHaveLength(2)
    await until(() => {
      stage.clock.now += 3_600_000
      again.kick()
      return textsIn(ADA).length === 3
    })
    await again.stop()
    expect(textsIn(ADA)[2]).toContain('has moved to another Telegram account')
    expect(textsIn(ILYA)).toEqual([expect.stringContaining('The account that held it agreed.')])
  })

  test('notifies nobody twice when another process goes on, and one waits for the permission of the other', async () => {
    const requester = await moveToIlya()
    for (let count = 0; count < 2; count += 1) {
      const process = stage.startReceipts()
      await until(() => textsIn(ADA).length === 1)
      await process.stop()
      await stage.store.flushReceipts(requester.id, stage.clock.now)
    }
    expect(textsIn(ADA)).toHaveLength(1)
    stage.world.grantWriteAccess(ILYA)
    await saveMember(stage, ILYA)
    const last = stage.startReceipts()
    await until(() => textsIn(ILYA).length === 1)
    await last.stop()
    expect(textsIn(ADA)).toHaveLength(1)
  })

  test('a member who loses a wallet does not wait for the permission of the one who got it', async () => {
    await moveToIlya()
    stage.world.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' })
    const receipts = stage.startReceipts()
    await until(() => stage.logLines.some((line) => line.includes('receipts: not sent')))
    await receipts.stop()
    stage.clock.now += 5_000
    const next = stage.startReceipts()
    await until(() => textsIn(ADA).length === 1)
    await next.stop()
  })

  test('does not send a receipt again that could not be settled', async () => {
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    let outages = 0
    const { store } = stage
    stage.store = {
      ...store,
      settleReceipt: (sequence) =>
        outages++ === 0 ? Promise.reject(new Error('outage')) : store.settleReceipt(sequence),
    }
    const receipts = stage.startReceipts()
    await until(() => outages === 1)
    stage.clock.now += 60_001
    receipts.kick()
    await until(() => outages === 2)
    await receipts.stop()
    expect(sends()).toBe(1)
    expect(await isSettled()).toBe(true)
  })

  test('notifies nobody twice when a store fails between two members', async () => {
    const holder = await saveMember(stage, ADA)
    const requester = await saveMember(stage, ILYA, { mayMessage: false })
    await link(stage, holder.id)
    const asked = await prove(stage, requester.id)
    if (asked.outcome !== 'awaiting-consent') throw new Error(asked.outcome)
    await stage.store.leaseReceipts(stage.clock.now, Number.MAX_SAFE_INTEGER, 10)
    const { attemptId } = asked.consent
    const answer = { attemptId, holderId: holder.id, answer: 'move', walletLimit: 10 } as const
    await stage.store.answerConsent(answer, stage.clock.now)
    let queries = 0
    const { store } = stage
    stage.store = {
      ...store,
      findUser: (id) =>
        id === requester.id && queries++ === 0
          ? Promise.reject(new Error('outage'))
          : store.findUser(id),
    }
    const receipts = stage.startReceipts()
    await until(() => queries === 1)
    stage.clock.now += 60_001
    receipts.kick()
    await until(() => queries === 2)
    await receipts.stop()
    expect(textsIn(ADA)).toHaveLength(1)
  })

  test('retries a store that fails, and logs nothing of the members', async () => {
    const member = await saveMember(stage, ADA)
    await link(stage, member.id)
    await stage.closeStore()
    const receipts = stage.startReceipts()
    await until(() => stage.logLines.some((line) => line.includes('receipts: store failed')))
    await receipts.stop()
    expect(stage.logLines.join('')).not.toContain(String(ADA))
    await stage.reopenStore()
  })
})
