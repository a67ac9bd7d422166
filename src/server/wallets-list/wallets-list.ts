import * as v from 'valibot'
import { createHash } from 'node:crypto'
import type { TonWalletApp } from '#shared/boot.ts'
import { EVM_WALLET_NAMES } from '#shared/evm-wallet-names.ts'
import type { Log } from '../log/log.ts'
import builtIn from './built-in.json'
import type { Get } from '../network/guarded-fetch.ts'
import { download } from './download.ts'
import {
  bridgeOrigins,
  hasLinkAndBridge,
  isInTelegram,
  type WalletEntry,
  WalletEntrySchema,
} from './wallet-entry.ts'
import type { IconSource } from './wallet-icons.ts'

/** Address at which TON Connect publishes its list of wallets. */
export const WALLETS_LIST_URL = 'https://config.ton.org/wallets-v2.json'

/** Ids and names of the EVM wallets of our own list. */
const EVM_NAMES: ReadonlySet<string> = new Set(Object.entries(EVM_WALLET_NAMES).flat())

/** How many wallets have a line of their own in our choice, beside the one that Telegram offers. */
const COMMON_COUNT = 3

const REFRESH_MS = 6 * 60 * 60 * 1_000
const TIMEOUT_MS = 10_000
const MAX_BYTES = 512 * 1024

export type WalletsList = {
  /** The list as our origin serves it: every `image` points to our own `/wallet-icons/…`. */
  json(): string
  /** Origins of the bridges of the listed wallets; another array after a refresh. */
  readonly bridgeOrigins: readonly string[]
  /**
   * The wallets that have a line of their own, of those that a link opens: the first in Telegram, then the first of the
   * others; another array after a refresh. The whole list is always offered beside them.
   */
  common(): TonWalletApp[]
  /**
   * The name for counts and logs: `other` unless a listed wallet (`name` or `app_name`) or one of our own EVM
   * wallets has it, because a text from a member's browser might identify the member.
   */
  publicName(walletApp: string | null): string | null
  /** By ids of the list's own icons. */
  icons: IconSource
  /** Fetches the list once; on any failure the previous list stays. */
  refresh(): Promise<void>
  /**
   * Refreshes now and every six hours until the returned function is called.
   *
   * @param onRefreshed called after each; must not reject
   */
  keepFresh(onRefreshed: () => Promise<void>): () => void
}

type Options = {
  sourceUrl: string
  publicUrl: string
  fetch: Get
  log: Log
}

type ListSnapshot = {
  json: string
  bridgeOrigins: string[]
  common: TonWalletApp[]
  names: Set<string>
  icons: Map<string, string>
}

/**
 * TON Connect's wallets list from our own origin, so that no member's browser contacts a third party and a silent
 * upstream service cannot delay the wallet library. Starts from `built-in.json`, the list that @tonconnect/sdk 3.4.1
 * carries for the same purpose.
 */
export function createWalletsList({ sourceUrl, publicUrl, fetch, log }: Options): WalletsList {
  let current = snapshot(parseEntries(builtIn), { publicUrl, sourceUrl })

  async function refresh(): Promise<void> {
    try {
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
      const bytes = await download(sourceUrl, { fetch, ...limits })
      const entries = parseEntries(JSON.parse(Buffer.from(bytes).toString()))
      if (entries.length === 0) throw new Error('no wallet in the list')
      current = snapshot(entries, { publicUrl, sourceUrl })
      list.bridgeOrigins = current.bridgeOrigins
    } catch (error) {
      log.warn({ error }, 'wallets list not refreshed; the former one stays')
    }
  }

  function keepFresh(onRefreshed: () => Promise<void>): () => void {
    const refreshAll = () => void refresh().then(onRefreshed)
    refreshAll()
    const timer = setInterval(refreshAll, REFRESH_MS)
    timer.unref()
    return () => clearInterval(timer)
  }

  const list = {
    json: () => current.json,
    bridgeOrigins: current.bridgeOrigins,
    common: () => current.common,
    publicName: (walletApp: string | null) =>
      walletApp === null || current.names.has(walletApp) || EVM_NAMES.has(walletApp)
        ? walletApp
        : 'other',
    icons: {
      has: (id: string) => current.icons.has(id),
      findUrl: async (id: string) => current.icons.get(id),
      // The id follows from the address.
      ttlMs: Number.POSITIVE_INFINITY,
    },
    refresh,
    keepFresh,
  }
  return list
}

/** Leaves out unreadable entries one by one, so that a mistake upstream costs one wallet, not all. */
function parseEntries(list: unknown): WalletEntry[] {
  const items = v.parse(v.array(v.unknown()), list)
  return items.flatMap((item) => {
    const entry = v.safeParse(WalletEntrySchema, item)
    return entry.success ? [entry.output] : []
  })
}

type ListUrls = Pick<Options, 'publicUrl' | 'sourceUrl'>

function snapshot(entries: WalletEntry[], { publicUrl, sourceUrl }: ListUrls): ListSnapshot {
  const images = entries.map(({ image }) => image).filter((image) => isFetchable(image, sourceUrl))
  const served = entries.map((entry) => ({ ...entry, image: `${publicUrl}${iconPath(entry)}` }))
  return {
    json: JSON.stringify(served),
    bridgeOrigins: bridgeOrigins(entries),
    common: commonWallets(entries),
    names: new Set(entries.flatMap((entry) => [entry.name, entry.app_name])),
    icons: new Map(images.map((image) => [iconId(image), image])),
  }
}

function commonWallets(entries: WalletEntry[]): TonWalletApp[] {
  const offered = entries.filter(hasLinkAndBridge)
  const first = offered.filter(isInTelegram).slice(0, 1)
  const others = offered.filter((entry) => !first.includes(entry)).slice(0, COMMON_COUNT)
  return [...first, ...others].map((entry) => ({
    appName: entry.app_name,
    name: entry.name,
    icon: iconPath(entry),
    inTelegram: isInTelegram(entry),
  }))
}

function iconPath({ image }: WalletEntry): string {
  return `/wallet-icons/${iconId(image)}`
}

/** Plain http leads only to the list's own origin. */
function isFetchable(image: string, sourceUrl: string): boolean {
  const { protocol, origin } = new URL(image)
  return protocol === 'https:' || origin === new URL(sourceUrl).origin
}

/** Name under which our origin serves the icon at `url`: the first 16 bytes of its SHA-256, hex. */
function iconId(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}
