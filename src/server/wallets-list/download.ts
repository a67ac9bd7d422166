import { readCapped } from '../chains/read-capped.ts'
import type { Get } from '../network/guarded-fetch.ts'

type DownloadOptions = {
  fetch: Get
  headers?: Record<string, string>
  maxBytes: number
  timeoutMs: number
}

/**
 * The whole body at an address of a wallets list.
 *
 * @throws if there is no answer of 200 in time, or it is too long
 */
export async function download(
  url: string,
  { fetch, headers = {}, maxBytes, timeoutMs }: DownloadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { redirect: 'error', headers, signal })
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`)
  return readCapped(response.body, { maxBytes, signal })
}
