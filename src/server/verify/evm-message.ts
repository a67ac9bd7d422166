import type { EvmAccount } from '#shared/evm-account.ts'
import { getAddress } from 'viem/utils'
import { nameAccount } from './name-account.ts'

/** What one EIP-4361 message is about. */
export type EvmMessageTerms = {
  /** Origin of the Mini App: scheme, host and port. */
  publicUrl: string
  appName: string
  user: { telegramId: string; username: string | null }
  account: EvmAccount
  /** What the account is. Several people sign for a Safe, and the user is one of them. @default 'wallet' */
  kind?: 'wallet' | 'safe'
  /** The Safe that the account's holder agrees to have linked, as one of its owners. @default none: the account itself */
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
 * The whole text that an EVM wallet is to show and sign. The server writes and keeps it, and gets a
 * signature only, so no field has to be read back. Nothing in it can be typed by a sender: of the
 * member there are the Telegram id and the username, which Telegram gives out once.
 *
 * Written here and not by viem, whose writer refuses domains that end like `.xn--p1ai`.
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
    // Letters and digits only, as the grammar has it; base64url knows two more.
    `Nonce: ${Buffer.from(terms.nonce, 'base64url').toString('hex')}`,
    `Issued At: ${new Date(terms.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(terms.expiresAt).toISOString()}`,
    `Request ID: ${terms.attemptId}`,
    'Resources:',
    `- tg://user?id=${user.telegramId}`,
  ].join('\n')
}

/** Characters of a statement (`reserved`, `unreserved` and the space of RFC 3986): one line of ASCII. */
const STATEMENT = /^[\w:/?#[\]@!$&'()*+,;=.~ -]+$/

/**
 * One sentence, in which whoever is led to sign for another person's account can read that. A name of the app
 * that the grammar has no letters for is left out: the domain names us too.
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
    return `Link this Safe to ${account}: sign only if you are one of its owners and agree that it is that account's; ${free}`
  }
  return `Link this wallet to ${account}: sign only if that account is yours and you started this yourself; ${free}`
}
