import { MAX_HOST, parseSite } from '#shared/site.ts'
import { encodeForStartapp, STARTAPP_LENGTH } from '#shared/startapp.ts'

/** Whether a text is an origin that members can open and wallets can sign for. */
export function isPublicUrl(text: string): boolean {
  return isOrigin(text) && parseSite(text) !== null && fitsWalletLink(text)
}

/** Why a text is no such origin; null where it has another form. */
export function whyNotPublicUrl(text: string): string | null {
  if (!isOrigin(text)) return null
  if (new URL(text).host.length > MAX_HOST)
    return `a host of at most ${MAX_HOST} characters, which documents and wallets take`
  if (parseSite(text) === null || fitsWalletLink(text)) return null
  return `a shorter host, or one with fewer dots, hyphens and underscores: the link that opens Wallet in Telegram would exceed ${STARTAPP_LENGTH} characters`
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** A `-` or `_` of a payload has four characters in the link. Of a million payloads, six have more than eight of them. */
const PAYLOAD = '-'.repeat(8) + 'a'.repeat(35)

/** Whether Telegram passes the whole link on in which TON Connect asks Wallet in Telegram for a proof. */
function fitsWalletLink(publicUrl: string): boolean {
  return getWalletLinkLength(publicUrl, PAYLOAD) <= STARTAPP_LENGTH
}

/**
 * How long `startapp` is with the session and the request alone, in characters: the app leaves the rest out where it
 * does not fit (`src/client/wallets/ton/wallet-link.ts`).
 */
export function getWalletLinkLength(publicUrl: string, payload: string): number {
  const manifestUrl = `${publicUrl}/tonconnect-manifest.json`
  const items = [
    { name: 'ton_addr', network: '-239' },
    { name: 'ton_proof', payload },
  ]
  const request = encodeForStartapp(JSON.stringify({ manifestUrl, items }))
  return `tonconnect-v__2-id__${'0'.repeat(64)}-r__${request}`.length
}
