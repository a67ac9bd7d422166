import { cacheAnswers } from '../cache/cache-answers.ts'
import type { Log } from '../log/log.ts'
import type { Get } from '../network/guarded-fetch.ts'
import { download } from './download.ts'

export const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
/** How long a failed icon is not requested again. */
export const FAILURE_TTL_MS = 10 * 60 * 1_000
/** More icons than any list holds. */
const CAPACITY = 512

type WalletIconFile = { type: string; bytes: Uint8Array<ArrayBuffer> }

export type WalletIcons = { get(id: string): Promise<WalletIconFile | undefined> }

/** Where the icons of one list of wallets are. */
export type IconSource = {
  /** Whether an id is in the list. Nothing is fetched or remembered for another. */
  has(id: string): boolean
  /** The icon's address at its publisher. */
  findUrl(id: string): Promise<string | undefined>
  headers?: Readonly<Record<string, string>>
  /** How long an icon is reused, in milliseconds. */
  ttlMs: number
}

type Options = { source: IconSource; fetch: Get; log: Log; now: () => number }

/** Magic numbers of the raster types that a wallet's icon may have. SVG is refused because it may carry script. */
const SIGNATURES: [type: string, offset: number, bytes: number[]][] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/x-icon', 0, [0x00, 0x00, 0x01, 0x00]],
]

/**
 * Icons of listed wallets, fetched once by the server so that members' browsers request only our origin. Only addresses
 * that the source has are fetched, without following redirects. The size is capped, and the type is read from the
 * bytes, not from the headers.
 */
export function createWalletIcons({ source, fetch, log, now }: Options): WalletIcons {
  const askOnce = cacheAnswers<WalletIconFile | undefined>(CAPACITY, now)

  async function load(id: string): Promise<WalletIconFile | undefined> {
    try {
      const url = await source.findUrl(id)
      if (url === undefined) return undefined
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
      const bytes = await download(url, { fetch, headers: { ...source.headers }, ...limits })
      const type = findType(bytes)
      if (type === undefined) throw new Error('not a raster image')
      return { type, bytes }
    } catch (error) {
      log.debug({ error, icon: id }, 'wallet icon not fetched')
      return undefined
    }
  }

  return {
    async get(id) {
      if (!source.has(id)) return undefined
      return askOnce(id, async () => {
        const answer = await load(id)
        return { answer, cacheMs: answer === undefined ? FAILURE_TTL_MS : source.ttlMs }
      })
    },
  }
}

function findType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([, offset, magic]) =>
    magic.every((byte, index) => bytes[offset + index] === byte),
  )?.[0]
}
