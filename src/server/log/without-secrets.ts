/**
 * Third-party text without possible secrets: bot tokens, initData, and every URL, because URLs hold tokens and
 * passwords. The `file:` URLs of a stack stay: they only show where it happened.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?!file:)[a-z][a-z+.-]*:\/\/\S+/gi, '[url]')
    .replace(/\d{5,16}:[\w-]{30,64}/g, '[token]')
    .replace(/\b(?:query_id|user|auth_date|hash)=\S+/g, '[launch data]')
}
