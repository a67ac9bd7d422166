import { describe, expect, test } from 'vitest'
import { parseHtml } from '#demo/telegram/formatted-text.ts'
import { formatDate } from '#server/bot/messages/format-date.ts'
import type { DeadLink } from '#server/bot/messages/link-texts.ts'
import type { WalletKind } from '#server/bot/messages/messages.ts'
import type { WalletProof } from '#server/bot/messages/proof-texts.ts'
import { messagesIn } from '#server/bot/messages/messages-in.ts'
import type { NamedMultisig, NotifiedCosigning } from '#server/bot/messages/multisig-texts.ts'
import { COSIGNING_UPDATES, REFUSAL_REASONS } from '#server/store/database/stored-event.ts'
import { COSIGNING_METHODS, STALE_REASONS } from '#shared/multisig.ts'
import type { Requester } from '#shared/request.ts'
import { BINDINGS } from '#shared/wallet.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

const LONGEST_NAME = 'N'.repeat(64)
const MARKUP = '<a href="x">&</b>'
const ADDRESS = 'UQab…wxyz'

const KINDS: Record<string, WalletKind> = {
  ton: { family: 'ton', kind: 'v5r1' },
  tonOther: { family: 'ton', kind: 'unknown' },
  evm: { family: 'evm', kind: 'eoa', chain: null },
  evmContract: { family: 'evm', kind: 'contract', chain: MARKUP },
  safe: { family: 'multisig', chain: MARKUP },
  tonMultisig: { family: 'multisig', chain: null },
}
const CLAIM = { sentence: 'SENTENCE', time: 'TIME', isProven: true }
const PROOFS: WalletProof[] = BINDINGS.flatMap((binding) => [
  { by: 'key', binding },
  { by: 'contract', binding, chain: MARKUP },
])
const MULTISIG_PROOFS: WalletProof[] = BINDINGS.flatMap((binding) => [
  { by: 'safe', binding, chain: MARKUP },
  { by: 'owners', binding },
])
const MULTISIGS: Record<string, NamedMultisig> = {
  safe: { address: MARKUP, chain: MARKUP, terms: null },
  ton: { address: ADDRESS, chain: null, terms: { threshold: 2, owners: 3 } },
}

const PERSON = { firstName: MARKUP, username: 'zebulon_pike' }
const REQUESTERS: Requester[] = [
  { kind: 'member', person: PERSON },
  { kind: 'operator' },
  { kind: 'gone' },
]
const DEAD_LINKS: DeadLink[] = [
  'broken',
  'newer',
  'unknown',
  'limited',
  'closed',
  'expired',
  'full',
  'revoked',
  'over',
  'enough',
  'cancelled',
  'late',
]

/** Every text of a language, with parameters that look like markup. */
function getTexts(language: Language, offersEvm = false): Record<string, string> {
  const { texts } = messagesIn(language)
  const about = { appName: MARKUP, offersEvm }
  const claim = { ...CLAIM, sentence: `SENTENCE ${language}` }
  const line = { claim, label: MARKUP, isPrimary: true }
  return {
    ...getPlain(texts),
    start: texts.start({ ...about, operatorName: MARKUP, purpose: null }),
    'start-purpose': texts.start({ ...about, operatorName: MARKUP, purpose: MARKUP }),
    connectInGroup: texts.connectInGroup(about),
    walletsTitle: texts.walletsTitle(5),
    ...Object.fromEntries(
      Object.entries(KINDS).flatMap(([name, kind]) => [
        [`walletLine-${name}`, texts.walletLine({ ...line, kind })],
        [
          `walletLine-${name}-plain`,
          texts.walletLine({ ...line, kind, label: null, isPrimary: false }),
        ],
      ]),
    ),
    privacy: texts.privacy({ appName: MARKUP }),
    'help-inline': texts.help({ ...about, inlineName: MARKUP }),
    'help-plain': texts.help({ ...about, inlineName: null }),
    proof: texts.proof({ wallet: MARKUP, page: MARKUP }),
    'files-people': texts.files.people,
    'files-data': texts.files.data,
    unlinkQuestion: texts.unlinkQuestion({ wallet: MARKUP }),
    unlinked: texts.unlinked({ wallet: MARKUP }),
    ...Object.fromEntries(
      [...PROOFS, ...MULTISIG_PROOFS].map((proof) => [
        `walletLinked-${proof.by}-${proof.binding}`,
        texts.walletLinked({ claim: CLAIM, domain: MARKUP, proof, canAddName: true }),
      ]),
    ),
    ...Object.fromEntries(
      [true, false].flatMap((signed) => [
        [
          `walletMovedHere-${signed}`,
          texts.walletMovedHere({ claim: CLAIM, wallet: MARKUP, signed }),
        ],
        [`walletMovedAway-${signed}`, texts.walletMovedAway({ wallet: MARKUP, signed })],
      ]),
    ),
    walletEnded: texts.walletEnded({ wallet: MARKUP, date: 'Nov 20, 2026' }),
    walletUnlinkedByOperator: texts.walletUnlinkedByOperator({ wallet: MARKUP }),
    walletUnlinkedFor: texts.walletUnlinkedFor({
      operator: MARKUP,
      reason: MARKUP,
      wallet: MARKUP,
    }),
    consentAsked: texts.consentAsked({ wallet: MARKUP }),
    ...Object.fromEntries(
      REFUSAL_REASONS.map((reason) => [
        `consentRefused-${reason}`,
        texts.consentRefused({ reason }),
      ]),
    ),
    ...getLinkTexts(language),
    ...getPostTexts(language),
    ...getMultisigTexts(language),
  }
}

/** The texts about multisigs and their owners' confirmations. */
function getMultisigTexts(language: Language): Record<string, string> {
  const { texts } = messagesIn(language)
  const text: Record<string, string> = {}
  for (const [name, multisig] of Object.entries(MULTISIGS)) {
    for (const reason of STALE_REASONS) {
      text[`multisigStale-${reason}-${name}`] = texts.multisigStale({ multisig, reason })
    }
    for (const reason of ['not-accepted', 'not-recognised'] as const) {
      text[`accountStale-${reason}-${name}`] = texts.accountStale({ account: multisig, reason })
    }
    for (const method of COSIGNING_METHODS) {
      text[`cosigningEnded-${method}-${name}`] = texts.cosigningEnded({ multisig, method })
    }
    for (const about of getNotified(multisig)) {
      const which = `${about.method}-${about.isOwn ? 'own' : 'others'}-${name}`
      text[`cosignWaits-${which}`] = texts.cosignWaits(about)
      for (const update of COSIGNING_UPDATES) {
        text[`cosigningUpdates-${update}-${which}`] = texts.cosigningUpdates[update](about)
      }
    }
  }
  return text
}

function getNotified(multisig: NamedMultisig): NotifiedCosigning[] {
  const rest = { multisig, starter: PERSON, signed: 1, threshold: 2, until: MARKUP }
  return COSIGNING_METHODS.flatMap((method) => [
    { ...rest, method, isOwn: true },
    { ...rest, method, isOwn: false },
  ])
}

/** The texts of messages in other chats. */
function getPostTexts(language: Language): Record<string, string> {
  const { post, shared } = messagesIn(language).texts
  return {
    'post-asks-member': post.asks('member', { name: MARKUP, families: MARKUP }),
    'post-asks-operator': post.asks('operator', { name: MARKUP, families: MARKUP }),
    'post-asked': post.asked,
    'post-chat': post.chat(MARKUP),
    'post-byAnybody': post.byAnybody,
    'post-sees': post.seenByMember,
    'post-sees-operator': post.seenByOperator(MARKUP),
    'post-until': post.until(MARKUP),
    'post-closed': post.ended('closed'),
    'post-expired': post.ended('expired'),
    'post-full': post.ended('full'),
    'post-answered': post.answered(5),
    'shared-card': shared.cardMessage({ claim: CLAIM, appName: MARKUP }),
  }
}

/** The texts about links, requests and answers. */
function getLinkTexts(language: Language): Record<string, string> {
  const { texts } = messagesIn(language)
  const requesters = REQUESTERS.flatMap((requester) => [
    { requester, chat: MARKUP, byAnybody: true },
    { requester, chat: null, byAnybody: false },
  ])
  return {
    ...Object.fromEntries(
      requesters.flatMap((about) => {
        const name = `${about.requester.kind}-${about.chat === null ? 'anywhere' : 'chat'}`
        return [
          [`requestWaits-${name}`, texts.requestWaits(about)],
          [`answered-${name}`, texts.answered({ ...about, wallet: MARKUP })],
        ]
      }),
    ),
    cardWaits: texts.cardWaits(PERSON),
    joinAsked: texts.joinAsked(MARKUP),
    ...Object.fromEntries(DEAD_LINKS.map((why) => [`deadLink-${why}`, texts.deadLink(why)])),
    requestNotAllowed: texts.requestNotAllowed(MARKUP),
    requestUnknown: texts.requestUnknown(MARKUP),
    ...Object.fromEntries(
      (['rights', 'topicClosed', 'topicGone', 'outside', 'other'] as const).map((reason) => [
        `postRefused-${reason}`,
        texts.postRefused(reason, MARKUP),
      ]),
    ),
    requestsLimited: texts.requestsLimited(5),
    groupAdded: texts.groupAdded({ chat: MARKUP, id: '-1001' }),
  }
}

/** Those without parameters. */
function getPlain(texts: object): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string'))
}

function getUnmarked(language: Language, offersEvm = false): string[] {
  const { description, shortDescription, commands, buttons, notices } = messagesIn(language)
  const about = { appName: LONGEST_NAME, offersEvm }
  return [
    description(about),
    shortDescription(about),
    ...Object.values(commands),
    ...Object.values(buttons),
    ...Object.values(notices),
  ]
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('the tests below write every text of the bot', () => {
    const made = Object.keys(getTexts(language)).map((name) => name.split('-')[0])
    expect(made).toEqual(expect.arrayContaining(Object.keys(messagesIn(language).texts)))
  })

  test.each(Object.entries(getTexts(language)))(
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
    for (const offersEvm of [true, false]) {
      const about = { appName: LONGEST_NAME, offersEvm }
      expect(description(about).length).toBeLessThanOrEqual(512)
      expect(shortDescription(about).length).toBeLessThanOrEqual(120)
    }
    for (const text of Object.values(commands)) expect(text.length).toBeLessThanOrEqual(256)
    for (const text of Object.values(notices)) expect(text.length).toBeLessThanOrEqual(200)
  })

  test('no text is empty, and where EVM is off only the line of such a wallet mentions it', () => {
    const texts = Object.entries(getTexts(language)).filter(([name]) => !/-evm/.test(name))
    for (const text of [...getUnmarked(language), ...texts.map(([, text]) => text)]) {
      expect(text.trim()).not.toBe('')
      expect(text).not.toMatch(/evm|ethereum|metamask|walletconnect|0x/i)
    }
  })

  test('every introduction says that EVM wallets can be linked where they can', () => {
    const { start, connectInGroup, 'help-plain': help } = getTexts(language, true)
    const [description, shortDescription] = getUnmarked(language, true)
    for (const text of [start, connectInGroup, help, description, shortDescription]) {
      expect(text).toMatch(/TON.{1,6}EVM/)
    }
  })

  test('the bot describes a wallet that moved by a signed text otherwise than one that its holder handed over', () => {
    const texts = getTexts(language)
    expect(texts['walletMovedHere-true']).not.toBe(texts['walletMovedHere-false'])
    expect(texts['walletMovedAway-true']).not.toBe(texts['walletMovedAway-false'])
  })

  test('the bot never describes what a contract accepted as signed by a key', () => {
    const { texts } = messagesIn(language)
    const notified = (proof: WalletProof) =>
      texts.walletLinked({ claim: CLAIM, domain: 'app.example.com', proof, canAddName: false })
    const contract = notified({ by: 'contract', binding: 'text', chain: 'Base' })
    expect(contract).toContain('Base')
    expect(contract).not.toContain(notified({ by: 'key', binding: 'text' }).split('\n').at(-1))
  })

  test('the bot never describes a key that one TON API alone reported as the wallet’s own key', () => {
    const { texts } = messagesIn(language)
    const notified = (proof: WalletProof) =>
      texts
        .walletLinked({ claim: CLAIM, domain: 'app.example.com', proof, canAddName: false })
        .split('\n')
        .at(-1)
    const reported = notified({ by: 'reported-key', binding: 'text' })
    expect(reported).toContain('TON')
    expect(reported).not.toBe(notified({ by: 'key', binding: 'text' }))
  })

  test('the bot never describes a key that signed as a multisig, and describes each level in its own way', () => {
    const { texts } = messagesIn(language)
    const notified = (proof: WalletProof) =>
      texts
        .walletLinked({ claim: CLAIM, domain: 'app.example.com', proof, canAddName: false })
        .split('\n')
        .at(-1)
    const ways = [
      notified({ by: 'key', binding: 'text' }),
      notified({ by: 'safe', binding: 'hash', chain: 'Base' }),
      notified({ by: 'owners', binding: 'text' }),
    ]
    expect(new Set(ways).size).toBe(ways.length)
  })

  test('the bot leaves nothing in another language', () => {
    if (language === 'en') return
    const english = new Set([...getUnmarked('en'), ...Object.values(getTexts('en'))])
    const all = [...getUnmarked(language), ...Object.values(getTexts(language))]
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
    ['fa', 2, '<b>۲ کیف پول پیوندخورده</b>'],
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
