/** What Telegram admits as a username: nothing that could pass for other words of the text. */
const USERNAME = /^[A-Za-z0-9_]{1,32}$/

/**
 * The Telegram account in a text that a wallet shows, after the words "the Telegram account". Nothing that a
 * member can choose freely is in it: the id, and the username, which Telegram gives out once.
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
