import * as v from 'valibot'
import { REGISTRY_IDS } from '#shared/evm-registry.ts'
import { EVM_WALLET_NAMES } from '#shared/evm-wallet-names.ts'
import { cacheAnswers } from '../cache/cache-answers.ts'
import type { Log } from '../log/log.ts'
import type { Get } from '../network/guarded-fetch.ts'
import { download } from './download.ts'
import { FAILURE_TTL_MS, type IconSource, TIMEOUT_MS } from './wallet-icons.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const MAX_BYTES = 256 * 1024

/** As the version of AppKit that we use identifies itself. */
const SDK = { st: 'appkit', sv: 'html-core-1.8.24' }

const RegistrySchema = v.object({ data: v.array(v.unknown()) })
const EntrySchema = v.object({
  id: v.picklist(Object.values(REGISTRY_IDS)),
  image_id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
})

type Options = {
  /** Origin of Reown's registry of wallets. */
  registryOrigin: string
  projectId: string
  /** The only origin that the project at Reown admits. */
  publicUrl: string
  fetch: Get
  log: Log
  now: () => number
}

/** Icons of our own EVM wallets, by our own ids, in Reown's registry. No other wallet's icon is fetched. */
export function createEvmIconSource(options: Options): IconSource {
  const { registryOrigin, projectId, publicUrl, fetch, log, now } = options
  const headers = { origin: new URL(publicUrl).origin }
  const askOnce = cacheAnswers<ReadonlyMap<string, string>>(1, now)
  const about = (path: string, more: Record<string, string> = {}) =>
    `${registryOrigin}${path}?${new URLSearchParams({ projectId, ...SDK, ...more }).toString()}`

  async function readImages(): Promise<ReadonlyMap<string, string>> {
    const include = Object.values(REGISTRY_IDS)
    const entries = { page: '1', entries: String(include.length), include: include.join(',') }
    const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
    const bytes = await download(about('/getWallets', entries), { fetch, headers, ...limits })
    const { data } = v.parse(RegistrySchema, JSON.parse(Buffer.from(bytes).toString()))
    const known = data.flatMap((entry) => (v.is(EntrySchema, entry) ? [entry] : []))
    return new Map(known.map(({ id, image_id: image }) => [id, image]))
  }

  const findImages = () =>
    askOnce('images', async () => {
      try {
        return { answer: await readImages(), cacheMs: DAY_MS }
      } catch (error) {
        log.warn({ error }, 'list of EVM wallets not read; their icons are missing')
        return { answer: new Map<string, string>(), cacheMs: FAILURE_TTL_MS }
      }
    })

  return {
    has: (id) => isOurs(id),
    async findUrl(id) {
      if (!isOurs(id)) return undefined
      const image = (await findImages()).get(REGISTRY_IDS[id])
      return image === undefined ? undefined : about(`/getWalletImage/${image}`)
    },
    headers,
    ttlMs: DAY_MS,
  }
}

function isOurs(id: string): id is keyof typeof EVM_WALLET_NAMES {
  return Object.hasOwn(EVM_WALLET_NAMES, id)
}
