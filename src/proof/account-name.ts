/** The usernames that Telegram allows. They cannot look like other parts of the text. */
const USERNAME = '[A-Za-z0-9_]{1,32}'
const IS_USERNAME = new RegExp(`^${USERNAME}$`)

/** How every text that a wallet shows begins to name the account. */
export const THE_ACCOUNT = 'the Telegram account '
/** How a text begins that links the wallet which signs it. */
export const LINK_WALLET = `Link this wallet to ${THE_ACCOUNT}`

/** A Telegram account as a wallet shows it. `username`: without `@` */
export type ShownAccount = { telegramId: string; username: string | null }

/**
 * The account in a text that a wallet shows, after {@link THE_ACCOUNT}. It has nothing that a member can
 * choose freely: only the id, and the username, which Telegram gives to one account.
 */
export function nameAccount({ telegramId, username }: ShownAccount): string {
  return username !== null && IS_USERNAME.test(username)
    ? `@${username} (id ${telegramId})`
    : `with the id ${telegramId}`
}

/** The id in a text of a wallet that names its account by nothing else; undefined for one with a username. */
export function findLoneId(text: string): string | undefined {
  const before = `${THE_ACCOUNT}with the id `
  return new RegExp(String.raw`${escape(before)}(\d+)`).exec(text)?.[1]
}

/** Whether a text begins with `before`, names exactly this account, and goes on with one of `after`. */
export function namesAccount(
  text: string,
  telegramId: string,
  { before, after }: { before: string; after: readonly string[] },
): boolean {
  const ends = after.map(escape).join('|')
  const named = String.raw`(?:@${USERNAME} \(id ${telegramId}\)|with the id ${telegramId})`
  return new RegExp(`^${escape(before)}${named}(?:${ends})`).test(text)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
