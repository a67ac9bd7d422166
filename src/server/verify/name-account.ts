/** The usernames that Telegram allows. They cannot look like other parts of the text. */
const USERNAME = /^[A-Za-z0-9_]{1,32}$/

/**
 * The Telegram account in a text that a wallet shows, after the words "the Telegram account". It has nothing that a
 * member can choose freely: only the id, and the username, which Telegram gives to one account.
 */
export function nameAccount({
  telegramId,
  username,
}: {
  telegramId: string
  username: string | null
}): string {
  if (username === null || !USERNAME.test(username)) return `with the id ${telegramId}`
  return `@${username} (id ${telegramId})`
}
