/** Foreign words without the URLs in them: those may hold tokens and credentials. */
export function withoutUrls(text: string): string {
  return text
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[url]')
    .replace(/\d{5,16}:[\w-]{30,64}/g, '[token]')
}
