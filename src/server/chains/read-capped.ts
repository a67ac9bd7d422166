/** @throws if the body is longer than `maxBytes`; the rest is not read */
export async function readCapped(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error('body over the size limit')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
