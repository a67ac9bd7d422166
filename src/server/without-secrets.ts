/**
 * Foreign words without what may be secret in them: bot tokens, init data, and every URL, because those hold
 * tokens and passwords. The `file:` URLs of a stack stay: they say only where it happened.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?!file:)[a-z][a-z+.-]*:\/\/\S+/gi, '[url]')
    .replace(/\d{5,16}:[\w-]{30,64}/g, '[token]')
    .replace(/\b(?:query_id|user|auth_date|hash)=\S+/g, '[launch data]')
}
