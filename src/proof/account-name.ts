/** The account after "the Telegram account" in a text that a wallet shows: by username and id, or by id alone. */
const NAME = String.raw`(?:@[A-Za-z0-9_]{1,32} \(id ID\)|with the id ID)`

/** A pattern for the beginning of a text that names exactly this account. @param before, after plain text around it */
export function namesAccount(
  text: string,
  telegramId: string,
  { before, after }: { before: string; after: readonly string[] },
): boolean {
  const name = NAME.replaceAll('ID', telegramId)
  const ends = after.map(escape).join('|')
  return new RegExp(`^${escape(before)}${name}(?:${ends})`).test(text)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
