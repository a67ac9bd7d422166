import * as v from 'valibot'
import { isTelegramLink } from '#shared/links.ts'

const Bridge = v.union([
  v.looseObject({ type: v.literal('sse'), url: v.pipe(v.string(), v.url()) }),
  v.looseObject({ type: v.string() }),
])

/**
 * One wallet of TON Connect's wallets list (wallets-v2). Loose: unknown fields go to the wallet library unchanged, and
 * no wallet is ever filtered out for its name.
 */
export const WalletEntrySchema = v.looseObject({
  app_name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  image: v.pipe(v.string(), v.url()),
  bridge: v.array(Bridge),
})
export type WalletEntry = v.InferOutput<typeof WalletEntrySchema>

/** An origin that matches only itself in a policy. A host may also hold `*`, `;` or `,`, which have a meaning there. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/

/** Origins of the bridges of all listed wallets; the page may connect only to these. */
export function bridgeOrigins(entries: WalletEntry[]): string[] {
  const origins = entries
    .flatMap(({ bridge }) => bridge)
    .flatMap((bridge) =>
      'url' in bridge && typeof bridge.url === 'string' ? [new URL(bridge.url).origin] : [],
    )
  return [...new Set(origins)].filter((origin) => PLAIN_ORIGIN.test(origin)).sort()
}

/** Whether a page can connect the wallet by a link and a bridge, as it does with one that is not part of the browser. */
export function hasLinkAndBridge({ bridge, universal_url: link }: WalletEntry): boolean {
  return isWebLink(link) && bridge.some(({ type }) => type === 'sse')
}

/** Whether the wallet opens inside Telegram. */
export function isInTelegram({ universal_url: link }: WalletEntry): boolean {
  return isWebLink(link) && isTelegramLink(link)
}

function isWebLink(link: unknown): link is string {
  return typeof link === 'string' && /^https?:/.test(link) && URL.canParse(link)
}
