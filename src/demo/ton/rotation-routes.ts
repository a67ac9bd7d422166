import { Address, Cell, type StateInit, contractAddress, loadStateInit } from '@ton/core'
import { Hono } from 'hono'
import * as v from 'valibot'
import { RawTonAddressSchema } from '#shared/address.ts'
import type { DemoTonChain } from './chain.ts'

const KeyChangeSchema = v.object({
  /** First state of the account, a base64 bag of cells: deploys it where that has not happened. */
  stateInit: v.pipe(v.string(), v.base64()),
  /** The key that is current from now on, hex. */
  publicKey: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
})

/** What the demo wallet asks of the chain for its rotatable account. No key is checked: a demo. */
export function createRotationRoutes(chain: DemoTonChain): Hono {
  const routes = new Hono()
  routes.get('/rotatable/:address', async (c) => {
    const address = v.safeParse(RawTonAddressSchema, c.req.param('address'))
    if (!address.success) return c.json({ error: 'Not a raw address' }, 400)
    return c.json(await describeKey(chain, Address.parse(address.output)))
  })
  routes.put('/rotatable/:address/key', async (c) => {
    const body: unknown = await c.req.json().catch(() => null)
    const change = v.safeParse(KeyChangeSchema, body)
    if (!change.success) return c.json({ error: 'Not a key change' }, 400)
    const init = readStateInit(change.output.stateInit)
    if (init === null) return c.json({ error: 'Not a first state' }, 400)
    const address = contractAddress(0, init)
    if (address.toRawString() !== c.req.param('address')) {
      return c.json({ error: 'The first state belongs to another address' }, 400)
    }
    if ((await chain.account(address)).state !== 'active') await chain.deploy(init)
    await chain.rotateKey(address, Buffer.from(change.output.publicKey, 'hex'))
    return c.json(await describeKey(chain, address))
  })
  return routes
}

function readStateInit(base64: string): StateInit | null {
  try {
    const init = loadStateInit(Cell.fromBase64(base64).beginParse())
    return init.code && init.data ? init : null
  } catch {
    return null
  }
}

async function describeKey(chain: DemoTonChain, address: Address) {
  const { exitCode, stack } = await chain.runGetMethod(address, 'get_public_key')
  const key = stack[0]
  if (exitCode !== 0 || key?.type !== 'int') return { state: 'inactive' }
  return { state: 'active', publicKey: key.value.toString(16).padStart(64, '0') }
}
