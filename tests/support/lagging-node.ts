import * as v from 'valibot'

const CallSchema = v.looseObject({
  id: v.number(),
  method: v.string(),
  params: v.array(v.unknown()),
})
const BodySchema = v.union([v.array(CallSchema), CallSchema])
type LaggingCall = v.InferOutput<typeof CallSchema>

const ByHashSchema = v.object({ blockHash: v.string() })
const HeightSchema = v.object({
  result: v.nullable(
    v.object({
      number: v.pipe(
        v.string(),
        v.transform((hex) => Number(hex)),
      ),
    }),
  ),
})

/** A node that does not have the blocks after `head` yet, and which calls, also of one batch, reach it. @default all */
export type Lag = { head: number; asked?: (call: string) => boolean }

/**
 * A real chain behind an address whose nodes disagree. The latest block of the one that is behind is an old one, and it
 * refuses to read at a later one.
 */
export function fetchThrough(lag: Lag | null): typeof fetch {
  return async (input, init) => {
    const text = typeof init?.body === 'string' ? init.body : ''
    if (lag === null) return fetch(input, init)
    const body = v.parse(BodySchema, JSON.parse(text))
    const send = async (call: LaggingCall): Promise<unknown> =>
      (await fetch(input, { ...init, body: JSON.stringify(call) })).json()
    const answer = (call: LaggingCall) =>
      lag.asked?.(JSON.stringify(call)) === false ? send(call) : answerBehind(call, lag.head, send)
    return Response.json(
      Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body),
    )
  }
}

/** Whether a request asks for a contract's verdict: the one call that runs as code of its own, to no contract. */
export function isProbe(body: string): boolean {
  return body.includes('eth_call') && !body.includes('"to"')
}

/** Whether a request reads the owners of a Safe: getOwners(). */
export function isOwners(body: string): boolean {
  return body.includes('0xa0e67e2b')
}

type SendCall = (call: LaggingCall) => Promise<unknown>

async function answerBehind(call: LaggingCall, head: number, send: SendCall): Promise<unknown> {
  const { id, method, params } = call
  const hash = method === 'eth_getBlockByHash' ? params[0] : findHash(params)
  if (hash !== undefined && (await readHeight(hash, send)) > head)
    return method === 'eth_getBlockByHash'
      ? { jsonrpc: '2.0', id, result: null }
      : { jsonrpc: '2.0', id, error: { code: -32_000, message: 'header not found' } }
  const latest = `0x${head.toString(16)}`
  return send({ ...call, params: params.map((one) => (one === 'latest' ? latest : one)) })
}

function findHash(params: readonly unknown[]): string | undefined {
  const tag = params.find((param) => v.is(ByHashSchema, param))
  return tag?.blockHash
}

async function readHeight(hash: unknown, send: SendCall): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByHash', params: [hash, false] }
  return v.parse(HeightSchema, await send(call)).result?.number ?? Infinity
}
