import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readCapped } from '#server/chains/read-capped.ts'
import { listenHere } from '#tests/support/listen-here.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'

const MAX_BYTES = 1_024
const BODIES: Record<string, string> = {
  '/short': 'an answer',
  '/full': 'x'.repeat(MAX_BYTES),
  '/long': 'x'.repeat(MAX_BYTES + 1),
}

/** Sends a known body whole, and of any other only the beginning. */
const server = createServer(({ url = '' }, response) => {
  const body = BODIES[url]
  if (body === undefined) response.write('{"re')
  else response.end(body)
})
const listening = shareAmongTests(() => listenHere(server))

const request = (path: string, signal: AbortSignal) =>
  fetch(`${listening().url}${path}`, { redirect: 'error', signal })

/** As callers do: once the body is being read, nothing refers to the request or the response. */
async function read(path: string, signal: AbortSignal): Promise<string> {
  const response = await request(path, signal)
  if (!response.body) throw new Error('no body')
  return Buffer.from(await readCapped(response.body, { maxBytes: MAX_BYTES, signal })).toString()
}

const enough = () => AbortSignal.timeout(10_000)

describe('the reader of an answer’s body', () => {
  test.each(['/short', '/full'])('reads a body within the limit whole: %s', async (path) => {
    expect(await read(path, enough())).toBe(BODIES[path])
  })

  test('throws for a body that is a byte too long', async () => {
    await expect(read('/long', enough())).rejects.toThrow('body over the size limit')
  })

  test('ends a body that stops in the middle, although the garbage collector has taken its request', async () => {
    const stopCollecting = collectGarbage()
    try {
      await expect(read('/stops', AbortSignal.timeout(200))).rejects.toThrow('timeout')
    } finally {
      stopCollecting()
    }
  })
})

function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = v.parse(v.function(), runInNewContext('gc'))
  const timer = setInterval(() => void collect(), 20)
  return () => clearInterval(timer)
}
