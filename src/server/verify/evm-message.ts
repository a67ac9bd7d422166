import type { EvmAccount } from '#shared/evm-account.ts'
import { getHost } from '#proof/site.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import { getAddress } from 'viem/utils'
import { nameAccount } from './name-account.ts'

/** The content of one EIP-4361 message. */
export type EvmMessageTerms = {
  /** Origin of the Mini App: scheme, host and port. */
  publicUrl: string
  appName: string
  user: { telegramId: string; username: string | null }
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
    nonce: Buffer.from(terms.nonce, 'base64url').toString('hex'),
    statement: writeStatement(terms),
    expiresAt: new Date(terms.expiresAt).toISOString(),
    requestId: terms.attemptId,
    resources: [`tg://user?id=${terms.user.telegramId}`],
  }
}

/** Joins the fields to the text that the account signs. */
export function joinEvmMessage(
  fields: EvmMessageFields,
  { account, issuedAt }: Pick<EvmMessageTerms, 'account' | 'issuedAt'>,
): string {
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    getAddress(account.address),
    '',
    fields.statement,
    '',
    `URI: ${fields.uri}`,
    'Version: 1',
    `Chain ID: ${account.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${fields.expiresAt}`,
    `Request ID: ${fields.requestId}`,
    'Resources:',
    ...fields.resources.map((resource) => `- ${resource}`),
  ].join('\n')
}

/** Characters that a statement may have (`reserved` and `unreserved` of RFC 3986, and the space): one line of ASCII. */
const STATEMENT = /^[\w:/?#[\]@!$&'()*+,;=.~ -]+$/

/**
 * One sentence that warns a person who is tricked into signing for somebody else's account. An app name with characters
 * outside the grammar is left out, because the domain identifies us too.
 */
function writeStatement(
  terms: Pick<EvmMessageTerms, 'appName' | 'user' | 'safe' | 'kind'>,
): string {
  const { appName, user, safe, kind } = terms
  const app = STATEMENT.test(appName) ? ` in ${appName}` : ''
  const account = `the Telegram account ${nameAccount(user)}${app}`
  const free = 'it costs nothing and moves nothing.'
  if (safe !== undefined) {
    const place = `Safe ${getAddress(safe.address)} on chain ${safe.chainId}`
    return `As one of its owners, agree to link ${place} to the Telegram accounts of the owners who agree, yours being ${account}: sign only if that account is yours and you want this; ${free}`
  }
  if (kind === 'safe') {
    return `Link this Safe to ${account}: sign only if you are one of its owners and agree to link it to that account; ${free}`
  }
  return `Link this wallet to ${account}: sign only if that account is yours and you started this yourself; ${free}`
}
