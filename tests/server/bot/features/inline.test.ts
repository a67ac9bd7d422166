import { beforeEach, describe, expect, test } from 'vitest'
import type { InlineResult } from '#demo/telegram/messenger-contract.ts'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import { CARD_CODE, REQUEST_CODE } from '#shared/start-param.ts'
import {
  ask,
  BOT_USERNAME,
  GROUP_ID,
  link,
  saveMember,
  setPollingStage,
  type BotStage,
  until,
} from '../bot-harness.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'

let stage: BotStage

const FIRST_BUTTON = { text: 'Connect a wallet first', startParameter: 'inline' }

async function query(accountId: number, text = '') {
  const found = await stage.world.askInline({ accountId, chatId: GROUP_ID, query: text })
  if (found.kind !== 'inline-results') throw new Error(found.kind)
  return found
}

const requestsIn = (results: InlineResult[]) => results.filter(({ id }) => REQUEST_CODE.test(id))
const cardsIn = (results: InlineResult[]) => results.filter(({ id }) => CARD_CODE.test(id))

/** Makes each query of a test different, because Telegram caches the answer to the same one for five seconds. */
const later = () => void (stage.clock.now += 5_001)

/** Sends the request that inline mode offers, and returns its code. */
async function sendRequest(accountId: number): Promise<string> {
  const { queryId, results } = await query(accountId)
  const [request] = requestsIn(results)
  if (request === undefined) throw new Error('no request is offered')
  stage.world.chooseInline({ accountId, chatId: GROUP_ID, queryId, resultId: request.id })
  return request.id
}

const made = (member: StoredUser) => stage.store.listMadeRequests(member.id, 50)

/** Ada, with two wallets. */
async function withWallets() {
  const member = await saveMember(stage, ADA)
  const first = await link(stage, member.id, sampleWallet().address)
  const second = await link(stage, member.id, sampleWallet().address)
  return { member, wallets: [first, second] }
}

describe('@bot in any chat', () => {
  beforeEach(async () => void (stage = await setPollingStage()))

  test('offers somebody whom the bot does not know nothing but the way to a wallet', async () => {
    stage = await setPollingStage({ REQUESTS: 'members', ADMIN_IDS: String(ADA) })
    const found = await query(ADA)
    expect(found.results).toEqual([])
    expect(found.button).toEqual(FIRST_BUTTON)
    expect(await stage.store.findUserByTelegramId(String(ADA))).toBeUndefined()
  })

  test('offers a member each of their wallets, under its one card', async () => {
    const { wallets } = await withWallets()
    const found = await query(ADA)
    expect(found.button).toBeNull()
    expect(requestsIn(found.results)).toEqual([])
    const cards = cardsIn(found.results)
    expect(cards).toHaveLength(2)
    const verdicts = await Promise.all(cards.map(({ id }) => stage.store.findCard(id)))
    const shown = verdicts.map((card) => (card?.kind === 'live' ? card.wallet.id : null))
    expect(new Set(shown)).toEqual(new Set(wallets.map(({ id }) => id)))
    expect(cards.map(({ keyboard }) => keyboard)).toEqual(
      cards.map(({ id }) => [
        [{ text: 'Show wallet', url: `https://t.me/${BOT_USERNAME}/app?startapp=${id}` }],
      ]),
    )
    later()
    const again = await query(ADA)
    expect(again.results.map(({ id }) => id)).toEqual(found.results.map(({ id }) => id))
  })

  test("offers no other member's wallet", async () => {
    await withWallets()
    await saveMember(stage, NEGAR)
    await query(ADA)
    const found = await query(NEGAR)
    expect(found.results).toEqual([])
  })

  test('a wallet is shared once its result was sent, and not before', async () => {
    const { member } = await withWallets()
    const { queryId, results } = await query(ADA)
    const [card] = cardsIn(results)
    const sent = async () =>
      (await stage.store.listCards(member.id)).flatMap(({ code, sentAt }) =>
        sentAt === null ? [] : code,
      )
    expect(await sent()).toEqual([])
    const resultId = card?.id ?? ''
    stage.world.chooseInline({ accountId: ADA, chatId: GROUP_ID, queryId, resultId })
    await expect.poll(sent).toEqual([resultId])
  })

  test('attack: cards taken back and offered again without end become no flood of them', async () => {
    const { member } = await withWallets()
    const codes = new Set<string>()
    for (let count = 0; count < 30; count += 1) {
      const { results } = await query(ADA, String(count))
      for (const { id: code } of cardsIn(results)) {
        codes.add(code)
        await stage.store.revokeCard({ code, userId: member.id }, stage.clock.now)
      }
      stage.clock.now += 500
    }
    expect(codes.size).toBeGreaterThanOrEqual(30)
    expect(codes.size).toBeLessThanOrEqual(33)
  })

  test('has Telegram cache an answer for one person, and for five seconds', async () => {
    await withWallets()
    await query(ADA)
    const answer = stage.calls.find(({ method }) => method === 'answerInlineQuery')
    expect(answer?.payload).toMatchObject({ is_personal: true, cache_time: 5 })
  })

  test('a card that is sent shows the short address of its wallet, and a request shows none', async () => {
    stage = await setPollingStage({ REQUESTS: 'members' })
    const { wallets } = await withWallets()
    const { results } = await query(ADA)
    const cards = results.filter(({ text }) => text.includes('controls'))
    expect(cards).toHaveLength(wallets.length)
    for (const { text } of cards) expect(text).toMatch(/controls \S{4}….{4} · verified on /u)
    const others = results.filter((result) => !cards.includes(result))
    expect(others).not.toHaveLength(0)
    for (const { text } of others) {
      for (const { address } of wallets) expect(text).not.toContain(address.slice(-4))
      expect(text).not.toContain('…')
    }
  })

  test('forged address: text typed behind the name changes nothing', async () => {
    stage = await setPollingStage({ REQUESTS: 'members' })
    await withWallets()
    const plain = await query(ADA)
    const typed = await query(ADA, 'EQ0000 <b>of Pavel</b> https://x.example')
    expect(typed.results).toEqual(plain.results)
  })

  test('stops offering an unlinked wallet, and offers the way to a new one again', async () => {
    const { member, wallets } = await withWallets()
    for (const { id } of wallets) await stage.store.unlinkWallet(id, member.id, stage.clock.now)
    const found = await query(ADA)
    expect(found.results).toEqual([])
    expect(found.button).toEqual(FIRST_BUTTON)
  })

  test('uses the language that the member chose', async () => {
    const member = await saveMember(stage, ADA)
    await stage.store.chooseLanguage(member.id, 'es')
    expect((await query(ADA)).button?.text).toBe('Conecta antes una billetera')
  })

  test('shows a member under the name that they have at Telegram now', async () => {
    await withWallets()
    const [card] = cardsIn((await query(ADA)).results)
    expect(card?.text).toContain('Ada')
    expect(card?.text).toContain('@ada_fisher')
    expect(await stage.store.findUserByTelegramId(String(ADA))).toMatchObject({
      firstName: 'Ada',
      username: 'ada_fisher',
      mayMessage: true,
    })
  })

  test('answers a query longer than a person can type with nothing, and looks nothing up', async () => {
    await withWallets()
    for (let count = 0; count < 20; count += 1) await query(ADA, `${count}`)
    const found = await query(ADA, 'one more')
    expect(found).toMatchObject({ results: [], button: null })
    stage.clock.now += 1_000
    expect((await query(ADA, 'later')).results).toHaveLength(2)
  })

  test('ignores that an answer comes too late for Telegram', async () => {
    await withWallets()
    stage.world.failNext('answerInlineQuery', {
      error_code: 400,
      description:
        'Bad Request: query is too old and response timeout expired or query ID is invalid',
    })
    // Telegram's client waits for an answer that does not come.
    void stage.world.askInline({ accountId: ADA, chatId: GROUP_ID, query: '' })
    await until(() => stage.methods().includes('answerInlineQuery'))
    expect(stage.world.messages(ADA)).toEqual([])
    expect((await query(ADA)).results).toHaveLength(2)
    expect(stage.logLines.join()).not.toContain('update failed')
  })
})

describe('a request in inline mode', () => {
  beforeEach(async () => void (stage = await setPollingStage({ REQUESTS: 'members' })))

  test('is offered to those who can request for no chat', async () => {
    stage = await setPollingStage({ ADMIN_IDS: String(ADA) })
    await saveMember(stage, ADA)
    await saveMember(stage, ILYA)
    const [request] = requestsIn((await query(ADA)).results)
    expect(request?.keyboard.flat()).toMatchObject([
      { url: `https://t.me/${BOT_USERNAME}/app?startapp=${request?.id}` },
    ])
    expect(requestsIn((await query(ILYA)).results)).toEqual([])
  })

  test('is offered next to the way to a first wallet', async () => {
    await saveMember(stage, ADA)
    const found = await query(ADA)
    expect(found.results).toHaveLength(1)
    expect(found.button).toEqual(FIRST_BUTTON)
  })

  test('a request stays one draft, however much is typed, and is no request before it is sent', async () => {
    const member = await saveMember(stage, ADA)
    const codes = new Set<string | undefined>()
    for (const text of ['', 'a', 'as', 'ask']) {
      codes.add(requestsIn((await query(ADA, text)).results)[0]?.id)
    }
    expect(codes.size).toBe(1)
    expect(await made(member)).toEqual([])
  })

  test('a draft that is sent becomes a request for a week, of no chat, whose message shows the count', async () => {
    stage.startPosts()
    const member = await saveMember(stage, ADA)
    const code = await sendRequest(ADA)
    await until(() => stage.kicks.posts === 1)
    const [row] = await made(member)
    expect(row?.request).toMatchObject({
      code,
      chat: null,
      membersOnly: false,
      families: ['ton'],
      expiresAt: stage.clock.now + 7 * 86_400_000,
    })
    const edited = () => stage.calls.filter(({ method }) => method === 'editMessageText')
    await until(() => edited().length === 1)
    expect(edited()[0]?.payload).toHaveProperty('inline_message_id')
  })

  test('a draft that is sent makes way for another draft', async () => {
    await saveMember(stage, ADA)
    const first = await sendRequest(ADA)
    await until(() => stage.kicks.posts === 1)
    later()
    const second = await sendRequest(ADA)
    expect(second).not.toBe(first)
  })

  test('one draft that is sent twice while Telegram caches the answer is one request in two chats', async () => {
    const member = await saveMember(stage, ADA)
    const [first, second] = [await sendRequest(ADA), await sendRequest(ADA)]
    await until(() => stage.kicks.posts === 2)
    expect(second).toBe(first)
    expect(await made(member)).toHaveLength(1)
  })

  test('a draft counts with all other requests, and no sixth is offered after a burst of five', async () => {
    const member = await saveMember(stage, ADA)
    for (let count = 1; count <= 5; count += 1) {
      await sendRequest(ADA)
      await until(() => stage.kicks.posts === count)
      later()
    }
    expect((await query(ADA)).results).toEqual([])
    expect(await made(member)).toHaveLength(5)
    stage.clock.now += 6 * 60_000
    expect((await query(ADA)).results).toHaveLength(1)
  })

  test('attack: drafts that are answered without being chosen count, too', async () => {
    const member = await saveMember(stage, ADA)
    const friend = await saveMember(stage, ILYA)
    const wallet = await link(stage, friend.id)
    for (let count = 0; count < 8; count += 1) {
      const [draft] = requestsIn((await query(ADA)).results)
      const code = draft?.id ?? ''
      const given = { code, userId: friend.id, walletId: wallet.id }
      await stage.store.answerRequest(given, stage.clock.now)
      later()
    }
    expect(await made(member)).toHaveLength(5)
  })

  test.each([
    ["somebody else's draft", null],
    ['a code of nothing', 'r1_AAAAAAAAAAAAAAAAAAAAAA'],
    ['no code', '__proto__'],
    ['the code of a card', 'c1_AAAAAAAAAAAAAAAAAAAAAA'],
  ])('forged sender: choosing %s does nothing', async (_, forged) => {
    const member = await saveMember(stage, ADA)
    const negar = await saveMember(stage, NEGAR)
    const [draft] = requestsIn((await query(ADA)).results)
    const account = stage.world.account(NEGAR)
    if (account === undefined || draft === undefined) throw new Error('nobody there')
    stage.world.updates.push({
      chosen_inline_result: {
        result_id: forged ?? draft.id,
        from: stage.world.wire.user(account),
        query: '',
        inline_message_id: 'AAAA',
      },
    })
    await ask(stage, { accountId: ILYA, text: '/help' })
    expect(stage.kicks.posts).toBe(0)
    expect(await made(member)).toEqual([])
    expect(await made(negar)).toEqual([])
  })

  test('the bot does nothing when somebody whom it does not know chooses a result', async () => {
    const member = await saveMember(stage, ADA)
    await query(ADA)
    await stage.store.deleteUser(member.id, stage.clock.now)
    await ask(stage, { accountId: ILYA, text: '/help' })
    const account = stage.world.account(ADA)
    if (account === undefined) throw new Error('nobody there')
    stage.world.updates.push({
      chosen_inline_result: {
        result_id: 'r1_AAAAAAAAAAAAAAAAAAAAAA',
        from: stage.world.wire.user(account),
        query: '',
      },
    })
    await ask(stage, { accountId: ILYA, text: '/help' })
    expect(stage.kicks.posts).toBe(0)
  })
})
