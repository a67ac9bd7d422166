import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA, NEGAR } from '#demo/telegram/people.ts'
import { REQUEST_CODE } from '#shared/start-param.ts'
import {
  ask,
  getButtons,
  link,
  saveMember,
  setPollingStage,
  type BotStage,
} from '../bot-harness.ts'
import {
  newRequest,
  sampleApiKey,
  sampleAttempt,
  sampleCode,
} from '#tests/support/store-samples.ts'
import type { NewRequest } from '#server/store/requests/requests.ts'

let stage: BotStage
beforeEach(async () => void (stage = await setPollingStage()))

const START_TTL_MS = 10 * 60_000
const USUAL = [
  { text: 'Connect wallet', web_app: { url: 'https://app.example.com/connect?lang=en' } },
]

/** Takes what waits in the app for the member who brought a code to the chat. */
async function takeStart(telegramId: number): Promise<string | null> {
  const { store, clock } = stage
  const member = await store.findUserByTelegramId(String(telegramId))
  if (member === undefined) throw new Error('nobody')
  return store.takeStart(member.id, clock.now)
}

/** A request that Ilya makes for his chat. */
async function makeRequest(change: Partial<NewRequest> = {}): Promise<string> {
  const { store, clock } = stage
  const { id: userId } = await store.saveUser(
    {
      telegramId: String(ILYA),
      firstName: 'Илья',
      username: 'ilya_voronov',
      language: 'ru',
      mayMessage: true,
    },
    clock.now,
  )
  const { code } = await store.createRequest(
    newRequest({ userId }, { now: clock.now, expiresAt: clock.now + 3_600_000, ...change }),
  )
  return code
}

async function shareWallet(change: { firstName?: string } = {}) {
  const { store, clock } = stage
  const profile = {
    telegramId: String(ILYA),
    username: null,
    language: 'ru',
    mayMessage: true,
  } as const
  const holder = await store.saveUser({ firstName: 'Илья', ...profile, ...change }, clock.now)
  const wallet = await link(stage, holder.id)
  const share = { code: sampleCode('c'), walletId: wallet.id, userId: holder.id }
  const card = await store.shareWallet(share, clock.now)
  if (card === undefined) throw new Error('not shared')
  return { card, holder, wallet }
}

const start = (payload: string, accountId: number = ADA) =>
  ask(stage, { accountId, text: `/start ${payload}` })

describe('/start with the code of a request', () => {
  test('says who asks and for which chat, and opens the request', async () => {
    const chat = await stage.store.saveChat(
      { telegramId: '-100777', title: 'Harbour Makers' },
      stage.clock.now,
    )
    const code = await makeRequest({ chat })
    const answer = await start(code)
    expect(answer.text).toMatch(
      /^“\u2068Илья\u2069 \(\u2068@ilya_voronov\u2069\)” asks for your wallet\./,
    )
    expect(answer.text).toContain(
      'The request was made for a group called “\u2068Harbour Makers\u2069”.\n\n',
    )
    expect(getButtons(answer)).toEqual([
      { text: 'Show request', web_app: { url: `https://app.example.com/r/${code}?lang=en` } },
    ])
  })

  test('stores the code for the app for ten minutes, for one use, and for this account alone', async () => {
    await ask(stage, { accountId: NEGAR, text: '/start' })
    const code = await makeRequest()
    await start(code)
    expect(await takeStart(NEGAR)).toBeNull()
    stage.clock.now += START_TTL_MS - 1
    expect(await takeStart(ADA)).toBe(code)
    expect(await takeStart(ADA)).toBeNull()
  })

  test('stores the code no longer than ten minutes', async () => {
    await start(await makeRequest())
    stage.clock.now += START_TTL_MS
    expect(await takeStart(ADA)).toBeNull()
  })

  test('stores the code although the answer could not be sent', async () => {
    const code = await makeRequest()
    stage.world.failNext('sendMessage', { error_code: 500, description: 'Internal' })
    const sorry = await start(code)
    expect(sorry.text).toBe('That did not work. Please try again in a moment.')
    expect(await takeStart(ADA)).toBe(code)
  })

  test('says that the operator asks when an API key made the request', async () => {
    const { id: keyId } = await sampleApiKey(stage.store)
    const { code } = await stage.store.createRequest(
      newRequest({ keyId }, { expiresAt: stage.clock.now + 1_000 }),
    )
    const { text } = await start(code)
    expect(text).toMatch(/^The operator of this bot asks for your wallet\.\n\nOpen it/)
  })

  test.each([
    ['closed', 'This request is closed'],
    ['expired', 'This request has ended'],
    ['full', 'This request already has all the answers it wanted.'],
  ])(
    'says that a request is %s, leads to the app as usual and stores nothing',
    async (end, sentence) => {
      const code = await makeRequest({ maxAnswers: end === 'full' ? 1 : null })
      const maker = await stage.store.findUserByTelegramId(String(ILYA))
      if (maker === undefined) throw new Error('no maker')
      if (end === 'closed')
        await stage.store.closeRequest(code, { userId: maker.id }, stage.clock.now)
      if (end === 'expired') stage.clock.now += 3_600_000
      if (end === 'full') {
        const wallet = await link(stage, maker.id)
        const answer = { code, userId: maker.id, walletId: wallet.id }
        await stage.store.answerRequest(answer, stage.clock.now)
      }
      const answer = await start(code)
      expect(answer.text).toContain(sentence)
      expect(getButtons(answer)).toEqual(USUAL)
      expect(await takeStart(ADA)).toBeNull()
    },
  )

  test('says that a request is closed whose maker has deleted everything', async () => {
    const code = await makeRequest()
    const maker = await stage.store.findUserByTelegramId(String(ILYA))
    await stage.store.deleteUser(maker?.id ?? '', stage.clock.now)
    expect((await start(code)).text).toContain('This request is closed')
  })

  test('says that anybody can ask like this, where anybody could', async () => {
    const code = await makeRequest({ byAnybody: true })
    expect((await start(code)).text).toContain(
      '\nAnybody can ask like this. This is not the bot’s operator.\n',
    )
  })

  test("forged sender: shows a maker's name as it is when it looks like markup, a link or our own text", async () => {
    const code = await makeRequest()
    const firstName = '<a href="https://x.example">Clasp\u202E</a>\n\nSupport t.me/x'
    const profile = {
      telegramId: String(ILYA),
      username: null,
      language: 'en',
      mayMessage: true,
    } as const
    await stage.store.saveUser({ ...profile, firstName }, stage.clock.now)
    const { text, entities } = await start(code)
    const [first = ''] = text.split('\n')
    expect(first).toMatch(/^“\u2068<a href=.*asks for your wallet\.$/)
    expect(first).not.toContain('\u202E')
    expect(entities.filter(({ type }) => type === 'text_link' || type === 'url')).toEqual([])
  })
})

describe('/start with the code of a card', () => {
  test('says who shows a wallet, opens the card and stores the code for the app', async () => {
    const { card } = await shareWallet()
    const answer = await start(card.code)
    expect(answer.text).toMatch(/^“\u2068Илья\u2069” shows you a wallet\./)
    expect(getButtons(answer)).toEqual([
      { text: 'Show wallet', web_app: { url: `https://app.example.com/c/${card.code}?lang=en` } },
    ])
    expect(await takeStart(ADA)).toBe(card.code)
  })

  test('shows nothing of the wallet in the chat', async () => {
    const { card, wallet } = await shareWallet()
    const { text } = await start(card.code)
    expect(text).not.toContain(wallet.address.slice(-4))
  })

  test('says that a card was taken back, and stores nothing', async () => {
    const { card, holder } = await shareWallet()
    await stage.store.revokeCard({ code: card.code, userId: holder.id }, stage.clock.now)
    const answer = await start(card.code)
    expect(answer.text).toBe('This wallet is no longer shared.')
    expect(getButtons(answer)).toEqual(USUAL)
    expect(await takeStart(ADA)).toBeNull()
  })
})

describe('/start with the code of an attempt', () => {
  test('leads the attempt’s own member back to it', async () => {
    const member = await saveMember(stage, ADA)
    const id = await sampleAttempt(stage.store, member.id, { now: stage.clock.now })
    const answer = await start(`a1_${id}`)
    expect(answer.text).toContain('You were connecting a wallet')
    expect(getButtons(answer)).toEqual([
      { text: 'Continue', web_app: { url: `https://app.example.com/attempts/${id}?lang=en` } },
    ])
    expect(await takeStart(ADA)).toBe(`a1_${id}`)
  })

  test('treats the code of another member’s attempt as unknown', async () => {
    const member = await saveMember(stage, ILYA)
    const id = await sampleAttempt(stage.store, member.id, { now: stage.clock.now })
    const { text } = await start(`a1_${id}`)
    expect(text).toContain('Nothing is found under this link')
    expect(await takeStart(ADA)).toBeNull()
  })

  test('says that an attempt is over', async () => {
    const member = await saveMember(stage, ADA)
    const id = await sampleAttempt(stage.store, member.id, { now: stage.clock.now })
    stage.clock.now += 3_600_000
    const answer = await start(`a1_${id}`)
    expect(answer.text).toContain('This attempt to connect a wallet is over')
    expect(getButtons(answer)).toEqual(USUAL)
  })
})

describe('/start with what is no code of ours', () => {
  const BROKEN = 'This link is incomplete or was changed'
  const NEWER = 'This link is for a newer version'
  const UNKNOWN = 'Nothing is found under this link'
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'

  test.each([
    ['unknown', `r1_${id}`, UNKNOWN],
    ['of an unknown card', `c1_${id}`, UNKNOWN],
    ['of an unknown attempt', `a1_${id}`, UNKNOWN],
    ['of a newer version', `r2_${id}`, NEWER],
    ['of a newer kind', `z1_${id}`, NEWER],
    ['of an unknown collection', `m1_${id}`, UNKNOWN],
    ['with junk after it', `r1_${id}x`, BROKEN],
    ['with more words after it', `r1_${id} hello`, BROKEN],
    ['cut short', `r1_${id.slice(1)}`, BROKEN],
    ['with characters of no code', `r1_${id.slice(1)}!`, BROKEN],
    ['513 characters long', `r1_${'A'.repeat(510)}`, BROKEN],
    ['of a proof, cut short', 'p1_AAAA', BROKEN],
  ])('%s: says so, leads to the app as usual and stores nothing', async (_, payload, sentence) => {
    const answer = await start(payload)
    expect(answer.text).toContain(sentence)
    expect(getButtons(answer)).toEqual(USUAL)
    expect(await takeStart(ADA)).toBeNull()
  })

  test.each(['ref_12345', '__proto__', 'x'.repeat(4_000), `p1_${'A'.repeat(43)}`])(
    'a parameter that is none of our links, such as %s, counts as none',
    async (payload) => {
      const usual = await ask(stage, { accountId: ADA, text: '/start' })
      const { text, keyboard } = await start(payload)
      expect({ text, keyboard }).toEqual({ text: usual.text, keyboard: usual.keyboard })
      expect(await takeStart(ADA)).toBeNull()
    },
  )

  test('treats a code in upper case as another code', async () => {
    const code = await makeRequest({ code: 'r1_abcdefghijklmnopqrstuv' })
    expect((await start(code.toUpperCase())).text).toContain(BROKEN)
    expect((await start(`r1_${code.slice(3).toUpperCase()}`)).text).toContain(UNKNOWN)
    expect(await takeStart(ADA)).toBeNull()
  })

  test('enumeration of codes: after twenty that do not exist, no code is found for a while, not even a real one', async () => {
    const code = await makeRequest()
    for (let tried = 0; tried < 20; tried += 1) {
      expect((await start(sampleCode('c'))).text).toContain(UNKNOWN)
    }
    for (const tried of [sampleCode('r'), code]) {
      const answer = await start(tried)
      expect(answer.text).toContain('You have opened many links in a short time')
      expect(getButtons(answer)).toEqual(USUAL)
    }
    expect(await takeStart(ADA)).toBeNull()
    expect((await start(code, NEGAR)).text).toContain('ilya_voronov')
    stage.clock.now += 60_000
    expect((await start(code)).text).toContain('asks for your wallet')
  })

  test('looks up codes that exist as often as a member likes', async () => {
    const code = await makeRequest()
    expect(code).toMatch(REQUEST_CODE)
    for (let tried = 0; tried < 25; tried += 1) {
      expect((await start(code)).text).toContain('asks for your wallet')
    }
  })
})

test('/start from inline mode leads to a wallet, and back to the chat', async () => {
  const answer = await start('inline')
  expect(answer.text).toContain('To show a wallet in a chat')
  expect(getButtons(answer)).toEqual([
    ...USUAL,
    { text: 'Back to the chat', switch_inline_query: '' },
  ])
  expect(await stage.store.findUserByTelegramId(String(ADA))).toBeDefined()
})
