import { namesAccount } from '../account-name.ts'
import { isTime } from '../is-time.ts'
import { parseSite } from '../site.ts'

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

/**
 * Whether an EIP-4361 message has the one form that Clasp writes, and says what is expected.
 *
 * @see docs/proof-format.md, "evm-message"
 */
export function isSignInMessage(
  message: string,
  { address, chainId, telegramId, statements }: ExpectedMessage,
): boolean {
  const read = FORM.exec(message)?.groups
  if (!read) return false
  const { statement = '', chain, issued = '', expires = '' } = read
  return (
    read['address'] === address &&
    read['id'] === telegramId &&
    (chainId === null || chain === String(chainId)) &&
    isOrigin(read) &&
    [issued, expires].every(isTime) &&
    statements.some((before) =>
      namesAccount(statement, telegramId, { before, after: [':', ' in '] }),
    )
  )
}

/** Whether the address of the site is that of the domain, and safe from others on the way. */
function isOrigin({ domain, uri = '' }: Partial<Record<string, string>>): boolean {
  return parseSite(uri)?.host === domain
}

const FORM = new RegExp(
  [
    '^(?<domain>[^ \n]+) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    '(?<statement>[^\n]+)',
    '',
    'URI: (?<uri>[^\n]+)',
    'Version: 1',
    String.raw`Chain ID: (?<chain>[1-9]\d{0,15})`,
    'Nonce: [0-9a-f]{64}',
    'Issued At: (?<issued>[^\n]+)',
    'Expiration Time: (?<expires>[^\n]+)',
    'Request ID: [A-Za-z0-9_-]{1,64}',
    'Resources:',
    String.raw`- tg://user\?id=(?<id>[1-9]\d*)$`,
  ].join('\n'),
)
