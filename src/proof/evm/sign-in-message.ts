import { bytesToHex } from '@noble/hashes/utils'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import { toChecksum } from '#shared/to-checksum.ts'
import { decodeBase64url } from '#shared/base64.ts'
import {
  LINK_WALLET,
  nameAccount,
  namesAccount,
  type ShownAccount,
  THE_ACCOUNT,
} from '../account-name.ts'
import { isTime } from '../is-time.ts'
import { readTimeLine } from '../read-time-line.ts'
import { getHost, parseSite } from '#shared/site.ts'

/** The content of one EIP-4361 message. */
export type EvmMessageTerms = {
  /** Origin of the Mini App: scheme, host and port. */
  publicUrl: string
  appName: string
  user: ShownAccount
  account: EvmAccount
  /** The kind of account. Several people sign for a Safe, and the user is one of them. @default 'wallet' */
  kind?: 'wallet' | 'safe'
  /**
   * The Safe that the account's holder, one of its owners, agrees to link. @default none: the account itself is linked
   */
  safe?: EvmAccount
  attemptId: string
  /** The attempt's nonce: 32 bytes in base64url. */
  nonce: string
  /** Unix milliseconds. */
  issuedAt: number
  /** Unix milliseconds. */
  expiresAt: number
}

/** How a statement starts, before the name of the account. */
export const STATEMENT_STARTS = {
  wallet: LINK_WALLET,
  safe: `Link this Safe to ${THE_ACCOUNT}`,
  /** @param safe `address`: with its checksum */
  agree: ({ chainId, address }: EvmAccount) =>
    `As one of its owners, agree to link Safe ${address} on chain ${chainId} to the Telegram accounts of the owners who agree, yours being ${THE_ACCOUNT}`,
}

/**
 * Writes the whole text that an EVM wallet shows and signs. The server stores the text and receives only a signature,
 * so no field has to be parsed. A member cannot put free text into it: it contains only the Telegram id and the
 * username, which Telegram gives to one account.
 *
 * This does not use viem's writer, because that refuses domains that end like `.xn--p1ai`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function writeEvmMessage({ account, issuedAt, ...terms }: EvmMessageTerms): string {
  return joinEvmMessage(writeEvmFields(terms), { account, issuedAt })
}

/** What a message says apart from the account and the time at which it was written. */
type EvmMessageFields = Omit<SignInTerms, 'chainId'>

/** Writes all fields of a message that do not depend on the account. */
export function writeEvmFields(
  terms: Omit<EvmMessageTerms, 'account' | 'issuedAt'>,
): EvmMessageFields {
  return {
    domain: getHost(terms.publicUrl),
    uri: terms.publicUrl,
    // The grammar allows only letters and digits, but base64url has two more characters.
    nonce: bytesToHex(decodeBase64url(terms.nonce)),
    statement: writeStatement(terms),
    expiresAt: new Date(terms.expiresAt).toISOString(),
    requestId: terms.attemptId,
    resources: [`tg://user?id=${terms.user.telegramId}`],
  }
}

/** What one message says, or how a reader finds it. */
type MessageParts = Record<
  | 'domain'
  | 'address'
  | 'statement'
  | 'uri'
  | 'chain'
  | 'nonce'
  | 'issued'
  | 'expires'
  | 'request'
  | 'resources',
  string
>

const ISSUED = 'Issued At: '
const EXPIRES = 'Expiration Time: '

/** The one form of a message: what is written into it, and what is read from it. No word of it means anything in a pattern. */
const layOut = (part: MessageParts) =>
  `${part.domain} wants you to sign in with your Ethereum account:
${part.address}

${part.statement}

URI: ${part.uri}
Version: 1
Chain ID: ${part.chain}
Nonce: ${part.nonce}
${ISSUED}${part.issued}
${EXPIRES}${part.expires}
Request ID: ${part.request}
Resources:
${part.resources}`

/** Joins the fields to the text that the account signs. */
export function joinEvmMessage(
  fields: EvmMessageFields,
  { account, issuedAt }: Pick<EvmMessageTerms, 'account' | 'issuedAt'>,
): string {
  return layOut({
    ...fields,
    address: toChecksum(account.address),
    chain: String(account.chainId),
    issued: new Date(issuedAt).toISOString(),
    expires: fields.expiresAt,
    request: fields.requestId,
    resources: fields.resources.map((resource) => `- ${resource}`).join('\n'),
  })
}

/** Characters that a statement may have (`reserved` and `unreserved` of RFC 3986, and the space): one line of ASCII. */
export const STATEMENT = /^[\w:/?#[\]@!$&'()*+,;=.~ -]+$/

/**
 * One sentence that warns a person who is tricked into signing for somebody else's account. An app name with characters
 * outside the grammar is left out, because the domain identifies us too.
 */
function writeStatement({
  appName,
  user,
  safe,
  kind = 'wallet',
}: Pick<EvmMessageTerms, 'appName' | 'user' | 'safe' | 'kind'>): string {
  const app = STATEMENT.test(appName) ? ` in ${appName}` : ''
  const account = `${nameAccount(user)}${app}`
  const free = 'it costs nothing and moves nothing.'
  if (safe !== undefined) {
    const start = STATEMENT_STARTS.agree({ ...safe, address: toChecksum(safe.address) })
    return `${start}${account}: sign only if that account is yours and you want this; ${free}`
  }
  const warning =
    kind === 'safe'
      ? 'sign only if you are one of its owners and agree to link it to that account'
      : 'sign only if that account is yours and you started this yourself'
  return `${STATEMENT_STARTS[kind]}${account}: ${warning}; ${free}`
}

/** What an EIP-4361 message must say. */
type ExpectedMessage = {
  /** With its checksum. */
  address: string
  /** Null where any chain will do: the account of a key is on all of them. */
  chainId: number | null
  telegramId: string
  /** How the statement may start, before the name of the account. */
  statements: readonly string[]
}

/** What a message says; `resource` is the only one, and `id` is in it. */
export type ReadMessage = Record<
  Exclude<keyof MessageParts, 'resources'> | 'resource' | 'id',
  string
>

/**
 * Reads an EIP-4361 message of the one form that Clasp writes; null if it has another, or does not say what is expected.
 *
 * @see docs/proof-format.md, "evm-message"
 */
export function readSignInMessage(message: string, expected: ExpectedMessage): ReadMessage | null {
  const groups = FORM.exec(message)?.groups
  if (groups === undefined) return null
  const part = (name: keyof ReadMessage) => groups[name] ?? ''
  const read = {
    domain: part('domain'),
    address: part('address'),
    statement: part('statement'),
    uri: part('uri'),
    chain: part('chain'),
    nonce: part('nonce'),
    issued: part('issued'),
    expires: part('expires'),
    request: part('request'),
    resource: part('resource'),
    id: part('id'),
  }
  return saysExpected(read, expected) ? read : null
}

function saysExpected(
  read: ReadMessage,
  { address, chainId, telegramId, statements }: ExpectedMessage,
): boolean {
  return (
    read.address === address &&
    read.id === telegramId &&
    (chainId === null || read.chain === String(chainId)) &&
    parseSite(read.uri)?.host === read.domain &&
    [read.issued, read.expires].every(isTime) &&
    statements.some((before) =>
      namesAccount(read.statement, telegramId, { before, after: [':', ' in '] }),
    )
  )
}

/** The domain that a message starts with. */
export function readMessageDomain(message: string): string {
  return message.split(' ', 1)[0] ?? ''
}

/** From when to when a message says that it holds, in Unix seconds. */
export function readMessageTimes(message: string): { from: number; to: number } {
  return { from: readTimeLine(message, ISSUED), to: readTimeLine(message, EXPIRES) }
}

const FORM = new RegExp(
  `^${layOut({
    domain: '(?<domain>[^ \n]+)',
    address: '(?<address>0x[0-9a-fA-F]{40})',
    statement: '(?<statement>[^\n]+)',
    uri: '(?<uri>[^\n]+)',
    chain: String.raw`(?<chain>[1-9]\d{0,15})`,
    nonce: '(?<nonce>[0-9a-f]{64})',
    issued: '(?<issued>[^\n]+)',
    expires: '(?<expires>[^\n]+)',
    request: '(?<request>[A-Za-z0-9_-]{1,64})',
    resources: String.raw`- (?<resource>tg://user\?id=(?<id>[1-9]\d*))`,
  })}$`,
)
