/** What a text says as a URL; null where it is none. `URL.canParse` is younger than the engines that the demo is walked in. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
