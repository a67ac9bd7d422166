import { displayAddress } from '#shared/display-address.ts'
import { type Claim, type Facts, getResultOfNow, type Verdict } from './verdict.ts'
import { parseAccountId } from './account-id.ts'

type Readable = Exclude<Verdict, { verdict: 'unreadable' }>

/**
 * What follows from a document, in English sentences: docs/proof-format.md, "What follows". Each says whose word it is,
 * and no more than was checked.
 */
export function writeVerdict(verdict: Readable): string[] {
  if (verdict.verdict === 'refused')
    return ['A check failed. Nothing shows that this was ever true.']
  const { claim, site, time, telegram } = verdict.facts
  return [
    writeClaim(claim),
    ...writeNow(verdict),
    SITES[site.word](site.domain),
    TIMES[time.word](isoTime(time.seconds)),
    'Whoever signs can make up both.',
    ...writeTelegram(telegram, claim),
  ]
}

/** A wallet as its owner knows it, and its name in CAIP-10. */
function nameWallet(name: string): string {
  const wallet = parseAccountId(name)
  return wallet === null ? name : `${displayAddress(wallet)} (${name})`
}

function writeClaim(claim: Claim): string {
  const sentence = writeAgreement(claim)
  switch (claim.word) {
    case 'key':
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
    case 'document':
      return `If the chain confirms it: ${sentence}`
    case 'chain':
      return claim.at === 'now'
        ? `The node that was asked says now: ${sentence}`
        : `The node that was asked says of block ${claim.at}: ${sentence}`
  }
}

function writeAgreement(claim: Claim): string {
  const wallet = nameWallet(claim.wallet)
  const account = `Telegram account ${claim.telegramId}`
  switch (claim.type) {
    case 'ton-text':
    case 'evm-message':
      return `the key of ${wallet} signed a message that names ${account}.`
    case 'ton-proof':
      return `the key of ${wallet} approved a request that commits to ${account}. The wallet did not show the account.`
    case 'evm-contract':
      return `the contract ${wallet} ${isNow(claim) ? 'accepts' : 'accepted'} a signature of a message that names ${account}.`
    case 'safe':
      return `${writeShare(claim)} of the Safe ${wallet} signed a message that names ${account}.`
    case 'quorum':
      return `${writeShare(claim)} of the multisig ${wallet} agreed to link it. ${account} is one of those that agreed.`
  }
}

function isNow(claim: Claim): boolean {
  return claim.word === 'chain' && claim.at === 'now'
}

function writeShare({ owners }: Claim): string {
  return owners === null ? '' : `${owners.signed} of ${owners.of} owners (${owners.needed} needed)`
}

/** Whether it was true is said only where the chain has confirmed the block of the document. */
function writeNow({ verdict, checks, facts: { claim } }: Extract<Readable, { facts: Facts }>) {
  const now = getResultOfNow(checks)
  if (verdict === 'outdated') return ['This was true then. It is not true now.']
  if (now === undefined || claim.word !== 'chain') return []
  if (claim.at === 'now') return ['Nothing shows whether it was so before.']
  return [now === 'passed' ? 'It is true now as well.' : 'Whether it is true now was not checked.']
}

type Writers = Record<Facts['site']['word'], (fact: string) => string>

const SITES: Writers = {
  wallet: (domain) => `The wallet names the site ${domain}.`,
  message: (domain) => `The message names the site ${domain}.`,
  owners: (domain) => `Those who agreed name the site ${domain}.`,
}

const TIMES: Writers = {
  wallet: (time) => `The wallet gives the time ${time}.`,
  message: (time) => `The message gives the time ${time}.`,
  owners: (time) => `The last of them gives the time ${time}.`,
}

const NOTHING_OF_TELEGRAM = 'Nothing shows that the holder of the Telegram account took part.'

function writeTelegram(signed: Facts['telegram'], { telegramId }: Claim): string[] {
  if (signed === null) return [NOTHING_OF_TELEGRAM]
  const { botId } = signed
  const existed = `The proof existed at the latest on ${isoTime(signed.signedAt)}, when Telegram signed.`
  if (signed.type === 'launch')
    return [
      `Telegram signed that account ${telegramId} opened bot ${botId} by a link with the digest of this proof (key: ${signed.key}).`,
      existed,
      'Anyone can send such a link. Opening it is a tap, and agrees to nothing.',
    ]
  const login = `account ${telegramId} logged in with bot ${botId}, with the digest of this proof`
  const { kid, trusted } = signed.key
  if (trusted === null)
    return [
      `A token says that ${login}. The key that signed it (${kid}) is none that this verifier knows: only whoever made the document says that it is Telegram's.`,
      NOTHING_OF_TELEGRAM,
    ]
  const until = trusted.until === null ? '' : `, known until ${isoTime(trusted.until)}`
  return [
    `Telegram signed that ${login} (key: ${trusted.name} ${kid}${until}).`,
    existed,
    'The holder agreed to a login. Telegram did not show them this proof.',
  ]
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}
