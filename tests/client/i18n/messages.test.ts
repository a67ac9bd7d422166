import { describe, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#shared/languages.ts'
import { PROBLEM_CODES } from '#shared/problem.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { load as loadRequestMessages } from 'virtual:messages/request'
import { load as loadSigningMessages } from 'virtual:messages/signing'
import { loadMessages } from '#client/i18n/load-messages.ts'

const ADDRESS = 'UQAB…wxyz'
const GAP = 'Harbour'

/** Which problems have their sentence in which messages. */
const ROOMS = [
  { room: 'signing', load: loadSigningMessages, own: /^(?:ton|proof)-|-elsewhere$/u },
  { room: 'evm', load: loadEvmMessages, own: /^evm-/u },
  { room: 'multisig', load: loadMultisigMessages, own: /^(?:multisig|cosign)-/u },
  {
    room: 'common',
    load: loadMessages,
    own: /^(?!(?:ton|proof|evm|multisig|cosign)-|.*-elsewhere$)/u,
  },
]

/** Every phrase by its path, with its gaps filled. */
function getPhrases(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (isPhraseWithGap(value)) return getPhrases(value(GAP), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => getPhrases(part, `${path}.${key}`))
}

function isPhraseWithGap(value: unknown): value is (gap: string) => unknown {
  return typeof value === 'function'
}

describe.each(LANGUAGES)('%s', (language) => {
  test('has questions that fit into Telegram’s popup', async () => {
    const { home, attempt, wallet, settings } = await loadMessages(language)
    const questions = [
      home.letGoAsk(ADDRESS),
      attempt.leaveAsk,
      wallet.unlinkAsk(ADDRESS),
      settings.deleteAsk(10),
      (await loadRequestMessages(language)).takeBackAsk,
    ]
    for (const { title, message, confirm } of questions) {
      expect(title.length).toBeLessThanOrEqual(64)
      expect(message.length).toBeLessThanOrEqual(256)
      expect(confirm.length).toBeLessThanOrEqual(64)
    }
  })

  test.each(ROOMS)('has in $room the sentences of its own problems only', async ({ load, own }) => {
    const { problems } = await load(language)
    const codes = PROBLEM_CODES.filter((code) => own.test(code))
    expect(Object.keys(problems).sort()).toEqual(codes.toSorted())
  })

  test('has a short name for every EVM problem', async () => {
    const causes: Record<string, string> = (await loadEvmMessages(language)).causes
    const codes = PROBLEM_CODES.filter((code) => code.startsWith('evm-'))
    expect(codes.length).toBeGreaterThan(10)
    expect(codes.filter((code) => !/^\p{L}[^.]*$/u.test(causes[code] ?? ''))).toEqual([])
  })

  test('has no EVM sentence among the messages that every member loads', async () => {
    const main = getPhrases(await loadMessages(language))
    const messages =
      /\bEVM\b|\bEIP\b|Ethereum|WalletConnect|MetaMask|\bSafe\b|Polygon|Arbitrum|Optimism/iu
    expect(main.filter(([, phrase]) => messages.test(phrase))).toEqual([])
  })

  test('mentions no EVM wallets in the messages of multisigs, because they may not be offered', async () => {
    const messages = JSON.stringify(await loadMultisigMessages(language))
    expect(messages).not.toMatch(/\bEVM\b|\bEIP\b|\bERC\b|Ethereum|\bSafe\b/u)
  })

  test('shows how many owners must agree wherever it describes a multisig', async () => {
    const { mustAgree, ratio, tonKindWithOwners } = await loadMultisigMessages(language)
    const { safe } = await loadEvmMessages(language)
    const counts = { threshold: '2', owners: '3' }
    const phrases = [
      tonKindWithOwners(counts),
      safe.kindWithOwners(counts),
      ratio({ part: '2', whole: '3' }),
      mustAgree({ threshold: '2', owners: 3 }),
    ]
    const digits = phrases.map((phrase) => phrase.replaceAll('۳', '3').replaceAll(/[^23]/gu, ''))
    expect(digits).toEqual(['23', '23', '23', '23'])
  })

  test('names who asks, until when, and the wallet that has to sign', async () => {
    const { asks, answeredText, expired } = await loadRequestMessages(language)
    const { hintWaiting } = await loadSigningMessages(language)
    const phrases = [
      asks.member(GAP),
      asks.operator(GAP),
      answeredText(GAP),
      expired(GAP).sentence,
      hintWaiting(GAP),
    ]
    expect(phrases.filter((phrase) => !phrase.includes(GAP))).toEqual([])
  })

  test('requests a signature in words that fit wallets of every family', async () => {
    const { problems: _ofTonProofs, ...messages } = await loadSigningMessages(language)
    expect(JSON.stringify(messages)).not.toMatch(/\bEVM\b|\bTON\b|Ethereum/u)
  })
})

async function ask(language: Language, wallets: number): Promise<string> {
  return (await loadMessages(language)).settings.deleteAsk(wallets).message
}

test('numbers use the plural form and the digits of the language', async () => {
  expect(await ask('en', 1)).toContain('1 linked wallet ')
  expect(await ask('en', 2)).toContain('2 linked wallets ')
  expect(await ask('ru', 1)).toContain('1 привязанный кошелёк')
  expect(await ask('ru', 3)).toContain('3 привязанных кошелька')
  expect(await ask('ru', 5)).toContain('5 привязанных кошельков')
  expect(await ask('fa', 5)).toContain('۵')
})

test('numbers of owners use the plural form and the digits of the language', async () => {
  const [en, ru, fa] = await Promise.all([
    loadMultisigMessages('en'),
    loadMultisigMessages('ru'),
    loadMultisigMessages('fa'),
  ])
  expect(en.mustAgree({ threshold: '1', owners: 1 })).toBe('1 of 1 owner must agree')
  expect(ru.mustAgree({ threshold: '2', owners: 3 })).toBe('Нужно согласие 2 из 3 владельцев')
  expect(ru.mustAgree({ threshold: '1', owners: 21 })).toBe('Нужно согласие 1 из 21 владельца')
  expect(ru.toAccount(2)).toContain('2 владельца')
  expect(ru.toAccount(5)).toContain('5 владельцев')
  expect(fa.toQuorum(2)).toContain('۲')
})
