import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { ClientFile } from '../builds/client-files.ts'
import { cacheAnswers } from '../cache/cache-answers.ts'
import type { HttpContext } from './http-env.ts'

/** A text, ready to send: the same bytes for everybody. */
export type Prepared = ClientFile & { etag: string }

const compressGzip = promisify(zlib.gzip)
const compressBrotli = promisify(zlib.brotliCompress)

export async function prepare(text: string): Promise<Prepared> {
  const identity = new Uint8Array(Buffer.from(text))
  const [zipped, brotli] = await Promise.all([
    compressGzip(identity, { level: 9 }),
    compressBrotli(identity, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ])
  return {
    identity,
    gzip: new Uint8Array(zipped),
    brotli: new Uint8Array(brotli),
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
  }
}

/** A text that its reader waits for: in the one encoding that every browser takes over HTTPS, and a tenth larger than it could be. */
export async function prepareQuickly(text: string): Promise<ClientFile> {
  const identity = new Uint8Array(Buffer.from(text))
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 }
  const brotli = new Uint8Array(await compressBrotli(identity, { params }))
  return { identity, gzip: null, brotli }
}

/**
 * Prepares each text when it is first requested. The texts must be written without errors.
 *
 * @param max how many stay prepared
 */
export function createPreparedTexts<Bytes extends ClientFile>(
  max: number,
  prepareText: (text: string) => Promise<Bytes>,
): (key: string, write: () => string | Promise<string>) => Promise<Bytes> {
  const askOnce = cacheAnswers<Bytes>(max, () => 0)
  return (key, write) =>
    askOnce(key, async () => ({
      answer: await prepareText(await write()),
      cacheMs: Number.POSITIVE_INFINITY,
    }))
}

type PreparedHeaders = {
  type: string
  /** For `Cache-Control`. */
  caching: string
  /** Headers, beside `Accept-Encoding`, that the choice of the bytes depends on. */
  vary?: string
}

/** Sends prepared bytes in the best encoding that the client accepts; 304 to a client that has them. */
export function sendPrepared(
  c: HttpContext,
  prepared: ClientFile & { etag?: string },
  { type, caching, vary }: PreparedHeaders,
): Response {
  const { etag } = prepared
  c.header('cache-control', caching)
  c.header('vary', vary === undefined ? 'accept-encoding' : `accept-encoding, ${vary}`)
  if (etag !== undefined) {
    c.header('etag', etag)
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  }
  c.header('content-type', type)
  const accepted = c.req.header('accept-encoding') ?? ''
  const { identity, brotli, gzip } = prepared
  if (brotli !== null && /\bbr\b/.test(accepted)) return encoded(c, 'br', brotli)
  if (gzip !== null && /\bgzip\b/.test(accepted)) return encoded(c, 'gzip', gzip)
  return c.body(identity)
}

function encoded(c: HttpContext, encoding: string, bytes: Uint8Array<ArrayBuffer>): Response {
  c.header('content-encoding', encoding)
  return c.body(bytes)
}
