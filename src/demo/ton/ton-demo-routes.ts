import { Address, Cell, type StateInit, contractAddress, loadStateInit } from '@ton/core'
import { Hono } from 'hono'
import * as v from 'valibot'
import { RawTonAddressSchema } from '#shared/address.ts'
import type { DemoTonChain } from './chain.ts'
import type { MultisigTerms } from './multisig-contract.ts'
import { TREASURY_ADDRESS } from './treasury.ts'

const AddressSchema = v.pipe(
  RawTonAddressSchema,
  v.transform((text) => Address.parse(text)),
)
const ChangeSchema = v.partial(
  v.object({
    signers: v.pipe(v.array(AddressSchema), v.minLength(1), v.maxLength(255)),
    threshold: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  }),
)

/** How somebody in the demo swaps a signer of a multisig or raises its threshold. Nobody is asked to sign: a demo. */
export function createMultisigRoutes(chain: DemoTonChain): Hono {
  const routes = new Hono()
  routes.get('/treasury', async (c) => c.json(await describe(chain, TREASURY_ADDRESS)))
  routes.get('/multisigs/:address', async (c) => {
    const address = v.safeParse(AddressSchema, c.req.param('address'))
    if (!address.success) return c.json({ error: 'Not a raw address' }, 400)
    const described = await describe(chain, address.output)
    return described === null ? c.json({ error: 'No multisig' }, 404) : c.json(described)
  })
  routes.put('/multisigs/:address', async (c) => {
    const address = v.safeParse(AddressSchema, c.req.param('address'))
    const change = v.safeParse(ChangeSchema, await c.req.json().catch(() => null))
    if (!address.success || !change.success) return c.json({ error: 'Not a change' }, 400)
    const terms = await chain.multisig(address.output)
    if (terms === null) return c.json({ error: 'No multisig' }, 404)
    const { signers = terms.signers, threshold = terms.threshold } = change.output
    if (threshold > signers.length) return c.json({ error: 'More than there are signers' }, 400)
    await chain.setMultisig(address.output, { signers, threshold })
    return c.json(await describe(chain, address.output))
  })
  return routes
}

async function describe(chain: DemoTonChain, address: Address) {
  const terms = await chain.multisig(address)
  return terms && { address: address.toRawString(), ...inRawForm(terms) }
}

function inRawForm({ signers, proposers, threshold }: MultisigTerms) {
  return {
    signers: signers.map((one) => one.toRawString()),
    proposers: proposers.map((one) => one.toRawString()),
    threshold,
  }
}

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

/** How somebody in the demo has the chain fail, and come back. */
export function createFaultRoutes(chain: DemoTonChain): Hono {
  const routes = new Hono()
  routes.get('/reachable', (c) => c.json(chain.isReachable()))
  routes.put('/reachable', async (c) => {
    const isReachable = v.safeParse(v.boolean(), await c.req.json().catch(() => null))
    if (!isReachable.success) return c.json({ error: 'Neither true nor false' }, 400)
    chain.setReachable(isReachable.output)
    return c.json(isReachable.output)
  })
  return routes
}
