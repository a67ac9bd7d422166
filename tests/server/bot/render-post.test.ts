import { describe, expect, test } from 'vitest'
import { parseHtml } from '#demo/telegram/formatted-text.ts'
import { renderPost } from '#server/bot/render-post.ts'
import { shareableArticle } from '#server/bot/shareable.ts'
import { shownName } from '#server/bot/shown-name.ts'
import type { RequestMaker, StoredRequest } from '#server/store/rows/request-rows.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000
const CODE = `r1_${'a'.repeat(22)}`
const CARD_CODE = `c1_${'b'.repeat(22)}`
const CARD = {
  code: CARD_CODE,
  walletId: 'wallet',
  createdAt: NOW,
  sentAt: NOW,
  showsProof: false,
  opens: 0,
  lastOpenedAt: null,
}
const CONTEXT = {
  appName: 'Clasp & Co',
  link: { username: 'clasp_bot', appShortName: null },
  now: () => NOW,
}

const ADA: StoredUser = {
  id: 'ada',
  telegramId: '11',
  firstName: 'Ada',
  username: 'ada_fisher',
  language: 'en',
  chosenLanguage: null,
  mayMessage: true,
  isWriteAccessReported: false,
  createdAt: NOW,
  lastSeenAt: NOW,
}

const REQUEST: StoredRequest = {
  code: CODE,
  maker: { kind: 'member', user: ADA },
  chat: { id: 'chat', telegramId: '-100', title: 'Harbour Makers', leftAt: null, isReported: true },
  membersOnly: true,
  byAnybody: false,
  maxAnswers: null,
  families: ['ton', 'evm'],
  createdAt: NOW,
  expiresAt: NOW + 7 * DAY_MS,
  closedAt: null,
}

const WALLET: StoredWallet = {
  id: 'wallet',
  userId: 'ada',
  label: 'Savings <b>',
  primary: true,
  verifiedAt: NOW - DAY_MS,
  staleAt: null,
  multisig: null,
  ...sampleWallet({ address: `0:${'ab'.repeat(32)}` }),
}

function render(change: Partial<StoredRequest> = {}, answered: number | null = 2) {
  const request = { ...REQUEST, ...change }
  const { text, keyboard } = renderPost({ request, answered, language: 'en' }, CONTEXT)
  return { text: plain(text), keyboard, html: text }
}

/** As Telegram shows it; throws for what Telegram would refuse. Isolates are left out. */
function plain(html: string): string {
  const parsed = parseHtml(html)
  if (!parsed.ok) throw new Error(parsed.description)
  return parsed.text.replaceAll(/[\u2068\u2069]/g, '')
}

const KEY_MAKER: RequestMaker = { kind: 'key', keyId: 'key' }

/** Characters in a line of a bubble, on a phone 390 px wide with Telegram's usual font. */
const LINE_LENGTH = 34
/** Joiners and marks above a letter. */
const INVISIBLE = /[\u200C\u2060\p{M}]/gu

/** The lines that a phone makes of one line of a message. */
function wrap(line: string): string[] {
  const lines: string[] = ['']
  for (const word of line.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.replaceAll(INVISIBLE, '').length <= LINE_LENGTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const named = (firstName: string): RequestMaker => ({ kind: 'member', user: { ...ADA, firstName } })

describe('the message about a request', () => {
  test('says who asks, for which chat, what they will see, until when, and how many have answered', () => {
    expect(render().text).toBe(
      [
        '“Ada (@ada_fisher)” asks you to connect a wallet (TON or EVM)',
        'For a group called “Harbour Makers”',
        'They and the bot’s operator see your Telegram account and wallet.',
        'Open until Nov 27, 12:00 PM UTC',
        '2 answered',
      ].join('\n'),
    )
  })

  test('the message’s one button is a url with the direct link, which groups admit', () => {
    expect(render().keyboard?.inline_keyboard).toEqual([
      [{ text: 'Connect wallet', url: `https://t.me/clasp_bot?startapp=${CODE}` }],
    ])
  })

  test('calls a request of the operator the app’s, and names no chat for one of none', () => {
    const { text } = render({
      maker: KEY_MAKER,
      chat: null,
      membersOnly: false,
      families: ['ton'],
    })
    expect(text).toMatch(
      /^Clasp & Co asks you to connect a wallet \(TON\)\nThe operator of Clasp & Co will see/,
    )
  })

  test.each(LANGUAGES)(
    'takes at most nine lines of a phone in %s, and two more where anybody could ask',
    (language) => {
      const maker: RequestMaker = {
        kind: 'member',
        user: { ...ADA, firstName: 'Alexandra Konstantinova', username: 'alexandra_kon' },
      }
      const anybody = { maker, membersOnly: false, byAnybody: true }
      const cases = [{ maker }, { maker, chat: null }, { maker: KEY_MAKER }, anybody]
      for (const change of cases) {
        const request = { ...REQUEST, ...change }
        const { text } = renderPost({ request, answered: 1_000, language }, CONTEXT)
        const wrapped = plain(text).split('\n').flatMap(wrap)
        expect(wrapped.slice('byAnybody' in change ? 11 : 9)).toEqual([])
      }
    },
  )

  test.each(LANGUAGES)('counts and writes the date in the forms of %s', (language) => {
    const texts = [0, 1, 2, 5, 21, 1_000].map((answered) =>
      plain(renderPost({ request: REQUEST, answered, language }, CONTEXT).text),
    )
    expect(texts.map((text) => text.split('\n').at(-1))).toMatchSnapshot('counts')
    expect(texts[0]).toMatchSnapshot('message')
  })

  test('shows no count where nothing updates it', () => {
    expect(render({}, null).text).not.toMatch(/answered$/)
  })

  test.each([
    ['closed', { closedAt: NOW }, 'This request is closed and takes no more answers.'],
    ['ended', { expiresAt: NOW }, 'The time to answer is over.'],
    ['full', { maxAnswers: 2 }, 'This request has all the answers that it takes.'],
  ])(
    'the message of a request that is %s says so, with its count and without a button',
    (_, change, sentence) => {
      const { text, keyboard } = render(change)
      expect(text.split('\n').slice(-2)).toEqual([sentence, '2 answered'])
      expect(keyboard).toBeNull()
    },
  )

  test('leaves nothing of a requester who deleted everything', () => {
    const { text } = render({ maker: { kind: 'gone' }, closedAt: NOW })
    expect(text).toMatch(
      /^Someone who is no longer here asked for wallets\nFor a group called “Harbour Makers”/,
    )
  })
})

describe('the message about a request with a forged name', () => {
  test.each([
    ['markup', "</b><a href='https://evil.example'>Clasp</a>"],
    ['an ampersand that would be one', '&lt;b&gt;'],
    ['nothing but marks', "<>&'"],
  ])('shows %s as it is', (_, name) => {
    const { text, html } = render({ maker: named(name) })
    expect(html).not.toContain('<a')
    expect(text.replaceAll('\u2060', '')).toContain(`“${name} (@ada_fisher)” asks you`)
  })

  test.each([
    ['an override', 'Ada\u202Eyub', 'Ada yub'],
    ['the end of its own isolation', 'Ada\u2069\u2067', 'Ada'],
    ['lines of its own', 'Ada\n\nOfficial: safe', 'Ada Official: safe'],
    ['zero-width letters', 'A\u200Bda\uFEFF', 'A da'],
    ['nothing', '\u200B', '…'],
    ['the end of its quotation', 'Ada” and «Clasp» ask', 'Ada’ and ’Clasp’ ask'],
  ])('takes %s out', (_, name, shown) => {
    const [first] = render({ maker: named(name) })
      .text.replaceAll('\u2060', '')
      .split(' (@')
    expect(first).toBe(`“${shown}`)
  })

  test.each(['https://evil.example', 't.me/evil', '@admin', '/start', '#safe', '$TON'])(
    'makes no link, mention or command of %s',
    (name) => {
      const parsed = parseHtml(shownName(name))
      expect(parsed.ok && parsed.entities).toEqual([])
      expect(shownName(name)).not.toContain(name)
    },
  )

  test('cuts a name, and a title, at 64 characters', () => {
    const { text } = render({
      maker: named('x'.repeat(500)),
      chat: {
        id: 'chat',
        telegramId: '-1',
        title: '🙂'.repeat(200),
        leftAt: null,
        isReported: true,
      },
    })
    expect(text).toContain(`${'x'.repeat(63)}… (@`)
    expect(text).toContain(`For a group called “${'🙂'.repeat(63)}…”\n`)
  })

  test('isolates a name of the other writing direction from the sentence', () => {
    expect(render({ maker: named('نگار') }).html).toContain('<b>“\u2068نگار\u2069 (')
  })
})

describe('what a member sends into a chat', () => {
  test('a sent request is its message without a count, under its own code', () => {
    const article = shareableArticle({ kind: 'request', request: REQUEST }, ADA, CONTEXT)
    expect(article).toMatchObject({
      type: 'article',
      id: CODE,
      title: 'Ask to connect a wallet',
      description: 'TON or EVM, open until Nov 27, 2026',
      input_message_content: { parse_mode: 'HTML' },
    })
    expect(JSON.stringify(article.reply_markup)).toContain(`?startapp=${CODE}`)
    expect(JSON.stringify(article.input_message_content)).not.toContain('answered')
  })

  test('a sent card says first what is proven, with the short address, by its date, and never the label', () => {
    const shareable = { kind: 'card', card: CARD, wallet: WALLET } as const
    const article = shareableArticle(shareable, ADA, CONTEXT)
    expect(article).toMatchObject({ id: CARD_CODE, description: 'verified on Nov 19, 2026' })
    expect(article.title).toMatch(/^Show my wallet \u2068UQ\S\S….{4}\u2069$/)
    const text = JSON.stringify([article.input_message_content, article.reply_markup])
    expect(text).toContain('Clasp &amp; Co')
    expect(text).toContain(`https://t.me/clasp_bot?startapp=${CARD_CODE}`)
    expect(text).toMatch(
      /✓ \u2068Ada\u2069 \(\u2068@ada_fisher\u2069\) controls <code>UQ\S\S….{4}<.code>/,
    )
    expect(text).toContain(' · verified on Nov 19, 2026</b>')
    expect(text).not.toMatch(/abab|Savings/)
  })

  test('a card of a multisig calls it nobody’s own, and does not call one verified that no longer holds', () => {
    const wallet: StoredWallet = {
      ...WALLET,
      family: 'ton',
      network: '-239',
      kind: 'multisig-v2',
      level: 'quorum',
      binding: 'domain',
      keySource: 'owners',
    }
    const article = shareableArticle({ kind: 'card', card: CARD, wallet }, ADA, CONTEXT)
    expect(article.title).toMatch(/^Show multisig \u2068UQ/)
    expect(article.description).toBe('verified on Nov 19, 2026')
    const text = JSON.stringify(article.input_message_content)
    expect(text).toContain('is one of the owners of multisig')
    expect(text).not.toMatch(/controls|abab|Savings/)
    const stale = { ...wallet, staleAt: NOW }
    const ended = shareableArticle({ kind: 'card', card: CARD, wallet: stale }, ADA, CONTEXT)
    expect(ended.description).toBe('could not be confirmed since Nov 20, 2026')
    expect(JSON.stringify(ended.input_message_content)).toContain('is no longer proven')
    expect(JSON.stringify(ended.input_message_content)).not.toContain('✓')
  })

  test.each(LANGUAGES)('a card has its texts in %s', (language) => {
    const shareable = { kind: 'card', card: CARD, wallet: WALLET } as const
    const sharer = { ...ADA, language }
    expect(shareableArticle(shareable, sharer, CONTEXT)).toMatchSnapshot()
  })
})
