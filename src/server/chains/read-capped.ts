import { concat } from 'viem/utils'

type ReadLimits = {
  /** The rest of a longer body is not read. */
  maxBytes: number
  /** Ends the reading. */
  signal: AbortSignal
}

/**
 * The body of an answer. The signal that `fetch` got is not enough: Node 20 forgets it once the garbage collector has
 * taken the request, and a body that stops in the middle would then never end.
 *
 * @throws if the body is too long, breaks off, or the signal ends it
 */
export async function readCapped(
  body: ReadableStream<Uint8Array>,
  { maxBytes, signal }: ReadLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const untilSignal = body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })
  // Safari has streams that nothing can iterate.
  const reader = untilSignal.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > maxBytes) throw new Error('body over the size limit')
      chunks.push(read.value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  return new Uint8Array(concat(chunks))
}
