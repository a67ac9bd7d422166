import { formatTonAddress } from '#shared/ton-address.ts'
import {
  LINK_WALLET,
  nameAccount,
  namesAccount,
  type ShownAccount,
  THE_ACCOUNT,
} from '../account-name.ts'
import { isTime } from '../is-time.ts'
import { readTimeLine } from '../read-time-line.ts'
import { parseAccountId } from '../account-id.ts'

/** Times are Unix milliseconds. */
export type TonTextFacts = {
  /** Host of the app, with its port if that is not the default one. */
  domain: string
  appName: string
  user: ShownAccount
  /**
   * Friendly address of the multisig that the wallet's holder agrees to link. @default none: the wallet itself is
   * linked
   */
  multisig?: string
  /** The attempt's, so that no two attempts have the same text. It commits to account and network. */
  payload: string
  issuedAt: number
  expiresAt: number
}

const AGREE = `Agree, with ${THE_ACCOUNT}`
const OF_THE_MULTISIG = ', to link a multisig of which this wallet is a signer.'

/** How the lines start that say a fact. */
const LINE = { nonce: 'Nonce: ', issued: 'Issued: ', expires: 'Expires: ', multisig: 'Multisig: ' }

/**
 * The exact text that a TON wallet shows. It warns a person who is tricked into signing for somebody else's account. So
 * it has nothing that a member can choose freely, and the account is in its first line.
 */
export function writeTonText(facts: TonTextFacts): string {
  return [
    ...writeRequest(facts),
    '',
    `Sign only if this is your Telegram account, and only if you ${facts.multisig === undefined ? 'started this yourself' : 'want this'}.`,
    'It costs nothing and moves nothing.',
    '',
    `${LINE.nonce}${facts.payload}`,
    `${LINE.issued}${isoTime(facts.issuedAt)}`,
    `${LINE.expires}${isoTime(facts.expiresAt)}`,
  ].join('\n')
}

function writeRequest({ domain, appName, user, multisig }: TonTextFacts): string[] {
  const account = `${nameAccount(user)} in ${appName} at ${domain}`
  if (multisig === undefined) return [`${LINK_WALLET}${account}.`]
  return [
    `${AGREE}${account}${OF_THE_MULTISIG}`,
    '',
    `${LINE.multisig}${multisig}`,
    'It is linked to the Telegram accounts of the signers who agree.',
  ]
}

/** Without milliseconds. */
function isoTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** What a text must say. `multisig`: in CAIP-10, where the wallet's holder agrees to link one */
type ExpectedTonText = { domain: string; payload: string; telegramId: string; multisig?: string }

/**
 * Whether a text is the one that Clasp asks to sign, for this account and this purpose.
 *
 * @see docs/proof-format.md, "ton-text"
 */
export function isTonText(
  text: string,
  { domain, payload, telegramId, multisig }: ExpectedTonText,
): boolean {
  const [first = '', ...others] = text.split('\n')
  const [before, end] = multisig === undefined ? [LINK_WALLET, '.'] : [AGREE, OF_THE_MULTISIG]
  return (
    namesAccount(first, telegramId, { before, after: [' in '] }) &&
    first.endsWith(` at ${domain}${end}`) &&
    getLine(others, LINE.nonce) === payload &&
    [LINE.issued, LINE.expires].every((start) => isSecond(getLine(others, start))) &&
    (multisig === undefined || namesMultisig(getLine(others, LINE.multisig), multisig))
  )
}

/** From when to when a text says that it holds, in Unix seconds. */
export function readTonTextTimes(text: string): { from: number; to: number } {
  return { from: readTimeLine(text, LINE.issued), to: readTimeLine(text, LINE.expires) }
}

/** The rest of the one line that starts so; null if there is none, or more than one. */
function getLine(lines: readonly string[], start: string): string | null {
  const [line, ...others] = lines.filter((one) => one.startsWith(start))
  return line === undefined || others.length > 0 ? null : line.slice(start.length)
}

/** Whether it is a time that exists, in UTC and without milliseconds. */
function isSecond(time: string | null): boolean {
  return time !== null && isTime(time.replace('Z', '.000Z'))
}

/** Whether it is one of the two friendly addresses that a multisig has on its network, in base64url. */
function namesMultisig(friendly: string | null, multisig: string): boolean {
  const wallet = parseAccountId(multisig)
  if (wallet?.family !== 'ton') return false
  const { address, network } = wallet
  return [true, false].some(
    (bounceable) => formatTonAddress(address, { network, bounceable }) === friendly,
  )
}
