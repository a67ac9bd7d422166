import type { EvmAccount } from '#shared/evm-account.ts'
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
export function writeEvmMessage(terms: EvmMessageTerms): string {
  const { publicUrl, account, user } = terms
  return [
    `${new URL(publicUrl).host} wants you to sign in with your Ethereum account:`,
    getAddress(account.address),
    '',
    writeStatement(terms),
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${account.chainId}`,
    // The grammar allows only letters and digits, but base64url has two more characters.
    `Nonce: ${Buffer.from(terms.nonce, 'base64url').toString('hex')}`,
    `Issued At: ${new Date(terms.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(terms.expiresAt).toISOString()}`,
    `Request ID: ${terms.attemptId}`,
    'Resources:',
    `- tg://user?id=${user.telegramId}`,
  ].join('\n')
}

/** Characters that a statement may have (`reserved` and `unreserved` of RFC 3986, and the space): one line of ASCII. */
const STATEMENT = /^[\w:/?#[\]@!$&'()*+,;=.~ -]+$/

/**
 * One sentence that warns a person who is tricked into signing for somebody else's account. An app name with characters
 * outside the grammar is left out, because the domain identifies us too.
 */
function writeStatement(terms: EvmMessageTerms): string {
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
