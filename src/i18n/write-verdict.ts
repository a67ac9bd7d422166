import { parseAccountId } from '../proof/account-id.ts'
import type { Check } from '../proof/check.ts'
import { type Claim, type Facts, getResultOfNow, type Verdict } from '../proof/verdict.ts'
import { displayAddress } from '../shared/display-address.ts'
import type { Messages } from './messages.ts'

type Readable = Exclude<Verdict, { verdict: 'unreadable' }>

/** Sentences about one thing. The first says it, the others explain it. */
export type Statement = {
  about: 'claim' | 'stated' | 'telegram'
  isWarning: boolean
  sentences: readonly string[]
}

/** In which words a verdict is written. */
export type Wording = {
  messages: Messages['proof']
  /** A wallet, by its name in CAIP-10. */
  wallet: (name: string) => string
  /** @param seconds Unix time */
  time: (seconds: number) => string
  count: (count: number) => string
  /** What the document says itself, such as a domain. */
  quote: (text: string) => string
}

/** For a terminal, and for programs. */
export function plainWording(messages: Messages['proof']): Wording {
  return {
    messages,
    wallet: (name) => `${ownersAddress(name)} (${name})`,
    time: (seconds) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z'),
    count: String,
    quote: (text) => text,
  }
}

/** The address as the wallet's owner knows it. @param name in CAIP-10 */
export function ownersAddress(name: string): string {
  const wallet = parseAccountId(name)
  return wallet === null ? name : displayAddress(wallet)
}

/**
 * What follows from a document: docs/proof-format.md, "What follows". Each sentence says whose word it is, and no more
 * than was checked.
 */
export function writeVerdict(verdict: Readable, wording: Wording): Statement[] {
  if (verdict.verdict === 'refused')
    return [{ about: 'claim', isWarning: true, sentences: [wording.messages.refused] }]
  const { claim, site, time, telegram } = verdict.facts
  const { messages } = wording
  const stated = [
    messages.site(wording.quote(site.domain))[site.word],
    messages.time(wording.time(time.seconds))[time.word],
    messages.stated,
  ]
  return [
    {
      about: 'claim',
      isWarning: verdict.verdict === 'outdated',
      sentences: [writeClaim(claim, wording), ...writeToday(verdict, messages)],
    },
    { about: 'stated', isWarning: false, sentences: stated },
    writeTelegram(telegram, claim, wording),
  ]
}

function writeClaim(claim: Claim, wording: Wording): string {
  const { grounds } = wording.messages
  const sentence = writeFinding(claim, wording)
  switch (claim.word) {
    case 'key':
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
    case 'document':
      return grounds.document(sentence)
    case 'chain':
      return claim.at === 'now'
        ? grounds.now(sentence)
        : grounds.block({ block: wording.quote(String(claim.at)), claim: sentence })
  }
}

function writeFinding(claim: Claim, { messages, wallet, count, quote }: Wording): string {
  const { finding, accepts } = messages
  const about = { wallet: wallet(claim.wallet), id: quote(claim.telegramId) }
  const { signed = 0, of = 0, needed = 0 } = claim.owners ?? {}
  switch (claim.type) {
    case 'safe':
    case 'quorum':
      return finding[claim.type]({
        ...about,
        signed: count(signed),
        of: count(of),
        needed: count(needed),
      })
    case 'evm-contract':
      return isNow(claim) ? accepts(about) : finding[claim.type](about)
    default:
      return finding[claim.type](about)
  }
}

function isNow(claim: Claim): boolean {
  return claim.word === 'chain' && claim.at === 'now'
}

/** Whether it was true is said only where the chain has confirmed the block of the document. */
function writeToday(
  { verdict, checks, facts: { claim } }: Extract<Readable, { facts: Facts }>,
  { today }: Messages['proof'],
): string[] {
  const now = getResultOfNow(checks)
  if (verdict === 'outdated') return [today.failed]
  if (now === undefined || claim.word !== 'chain') return []
  return [isNow(claim) ? today.before : today[now]]
}

/** A key that is not Telegram's own shows nothing about Telegram. */
function writeTelegram(
  signed: Facts['telegram'],
  { telegramId }: Claim,
  { messages, time, quote }: Wording,
): Statement {
  if (signed === null) return toldByTelegram(messages.nothingOfTelegram)
  const about = { id: quote(telegramId), bot: quote(signed.botId) }
  const existed = messages.signedTime(time(signed.signedAt))
  if (signed.type === 'launch') {
    const key = quote(signed.key)
    const launch = messages.launch({ ...about, key })
    if (signed.key === 'production') return toldByTelegram(launch, existed, messages.launchNote)
    return signed.key === 'test'
      ? doubted(launch, messages.testKey, existed, messages.launchNote)
      : doubted(messages.otherKey({ ...about, key }))
  }
  const { kid, trusted } = signed.key
  if (trusted === null)
    return doubted(messages.unknownKey({ ...about, key: quote(kid) }), messages.nothingOfTelegram)
  const name = quote(`${trusted.name} ${kid}`)
  const key =
    trusted.until === null ? name : messages.knownUntil({ key: name, time: time(trusted.until) })
  return toldByTelegram(messages.login({ ...about, key }), existed, messages.loginNote)
}

function toldByTelegram(...sentences: string[]): Statement {
  return { about: 'telegram', isWarning: false, sentences }
}

function doubted(...sentences: string[]): Statement {
  return { about: 'telegram', isWarning: true, sentences }
}

/** How a check ended. No chain can confirm what Telegram signed. */
export function writeResult(
  { check, result }: Check,
  { results }: Pick<Messages['checks'], 'results'>,
): string {
  return check === 'telegram-signature' && result === 'open' ? results.unconfirmed : results[result]
}
