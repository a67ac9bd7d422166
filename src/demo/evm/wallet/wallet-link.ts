/** The request in the wallet's address. */
export type OpenedWalletLink =
  /** Nothing: the person opened the wallet, or came to answer a request that waits on the relay. */
  { kind: 'none' } | { kind: 'malformed' } | { kind: 'pair'; uri: string }

const URI = /^wc:[\da-f]{64}@2\?/

/** Reads the link of the page: `?uri=wc:…`, which a wallet's own link carried. */
export function parseWalletLink(url: URL): OpenedWalletLink {
  const uri = url.searchParams.get('uri')
  return uri === null || uri === '' ? { kind: 'none' } : parsePairingUri(uri)
}

/** Reads a copied or scanned link. Some clients encode it once more. */
export function parsePairingUri(text: string): OpenedWalletLink {
  const candidates = [text.trim(), decoded(text.trim())]
  const uri = candidates.find((candidate) => URI.test(candidate) && candidate.includes('symKey='))
  return uri === undefined ? { kind: 'malformed' } : { kind: 'pair', uri }
}

/** Topic of a pairing: what stands before the `@`. */
export function pairingTopic(uri: string): string {
  return uri.slice('wc:'.length, uri.indexOf('@'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
