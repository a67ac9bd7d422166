/** Telegram's id of a bot: the public part of its token. */
export function getBotId(token: string): string {
  const [id = ''] = token.split(':')
  return id
}
