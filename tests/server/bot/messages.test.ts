import { describe, expect, test } from 'vitest'
import { parseHtml } from '#demo/telegram/formatted-text.ts'
import { formatDate } from '#server/bot/messages/format-date.ts'
import { messagesIn } from '#server/bot/messages/messages-in.ts'
import { BINDINGS } from '#shared/wallet.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

const LONGEST_NAME = 'N'.repeat(64)
const MARKUP = '<a href="x">&</b>'
const ADDRESS = 'UQab…wxyz'

/** Every text of a language, made with parameters that look like markup. */
function textsOf(language: Language): Record<string, string> {
  const { texts } = messagesIn(language)
  const line = {
    address: ADDRESS,
    label: MARKUP,
    kind: 'v5r1',
    isPrimary: true,
    isTestnet: true,
    date: MARKUP,
  }
  return {
    start: texts.start({ appName: MARKUP }),
    connect: texts.connect(),
    connectInGroup: texts.connectInGroup({ appName: MARKUP }),
    onlyInPrivate: texts.onlyInPrivate(),
    noWallets: texts.noWallets(),
    walletsTitle: texts.walletsTitle(5),
    walletLine: texts.walletLine(line),
    otherWalletLine: texts.walletLine({
      ...line,
      label: null,
      kind: null,
      isPrimary: false,
      isTestnet: false,
    }),
    privacy: texts.privacy({ appName: MARKUP }),
    help: texts.help({ appName: MARKUP }),
    deleteQuestion: texts.deleteQuestion(),
    deleteDone: texts.deleteDone(),
    deleteDeclined: texts.deleteDeclined(),
    deleteExpired: texts.deleteExpired(),
    nothingStored: texts.nothingStored(),
    unlinked: texts.unlinked({ wallet: MARKUP }),
    notLinked: texts.notLinked(),
    consentMoved: texts.consentMoved(),
    consentKept: texts.consentKept(),
    consentClosed: texts.consentClosed(),
    consentWalletLimit: texts.consentWalletLimit(),
    ...Object.fromEntries(
      BINDINGS.map((binding) => [
        `walletLinked-${binding}`,
        texts.walletLinked({ wallet: MARKUP, domain: MARKUP, binding }),
      ]),
    ),
    walletMovedHere: texts.walletMovedHere({ wallet: MARKUP }),
    walletMovedAway: texts.walletMovedAway({ wallet: MARKUP }),
    walletUnlinkedByOwner: texts.walletUnlinkedByOwner({ wallet: MARKUP }),
    consentAsked: texts.consentAsked({ wallet: MARKUP }),
    consentRefused: texts.consentRefused(),
  }
}

function plainOf(language: Language): string[] {
  const { description, shortDescription, commands, buttons, notices } = messagesIn(language)
  return [
    description(LONGEST_NAME),
    shortDescription(LONGEST_NAME),
    ...Object.values(commands),
    ...Object.values(buttons),
    ...Object.values(notices),
  ]
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('no text is missing here: every one is made above', () => {
    const made = Object.keys(textsOf(language)).map((name) => name.split('-')[0])
    expect(made).toEqual(expect.arrayContaining(Object.keys(messagesIn(language).texts)))
  })

  test.each(Object.entries(textsOf(language)))(
    '%s is HTML that Telegram takes, with every parameter escaped',
    (_, text) => {
      const parsed = parseHtml(text)
      expect(parsed.ok).toBe(true)
      if (!parsed.ok) return
      expect(parsed.text.trim()).not.toBe('')
      expect(parsed.text.length).toBeLessThan(4096)
      expect(parsed.entities.some(({ type }) => type === 'text_link')).toBe(false)
    },
  )

  test('the texts of the profile and of taps fit their limits', () => {
    const { description, shortDescription, commands, notices } = messagesIn(language)
    expect(description(LONGEST_NAME).length).toBeLessThanOrEqual(512)
    expect(shortDescription(LONGEST_NAME).length).toBeLessThanOrEqual(120)
    for (const text of Object.values(commands)) expect(text.length).toBeLessThanOrEqual(256)
    for (const text of Object.values(notices)) expect(text.length).toBeLessThanOrEqual(200)
  })

  test('nothing is empty, and nothing speaks of wallets other than those of TON', () => {
    const all = [...plainOf(language), ...Object.values(textsOf(language))]
    for (const text of all) {
      expect(text.trim()).not.toBe('')
      expect(text).not.toMatch(/\b(?:evm|ethereum|metamask|walletconnect|0x)\b/i)
    }
  })

  test('nothing is left in another language', () => {
    if (language === 'en') return
    const english = new Set([...plainOf('en'), ...Object.values(textsOf('en'))])
    const all = [...plainOf(language), ...Object.values(textsOf(language))]
    expect(all.filter((text) => english.has(text))).toEqual([])
  })
})

describe('numbers and dates', () => {
  test.each([
    ['en', 1, '<b>1 linked wallet</b>'],
    ['en', 2, '<b>2 linked wallets</b>'],
    ['ru', 1, '<b>1 привязанный кошелёк</b>'],
    ['ru', 3, '<b>3 привязанных кошелька</b>'],
    ['ru', 10, '<b>10 привязанных кошельков</b>'],
    ['es', 1, '<b>1 billetera vinculada</b>'],
    ['fa', 2, '<b>۲ کیف پول متصل</b>'],
  ] as const)('in %s, %i wallets read %s', (language, count, text) => {
    expect(messagesIn(language).texts.walletsTitle(count)).toBe(text)
  })

  test.each([
    ['en', 'Nov 20, 2026'],
    ['ru', '20 нояб. 2026 г.'],
    ['es', '20 nov 2026'],
    ['fa', '۲۹ آبان ۱۴۰۵'],
  ] as const)('in %s, a date reads %s', (language, text) => {
    expect(formatDate(language, Date.UTC(2026, 10, 20, 23, 59))).toBe(text)
  })
})
