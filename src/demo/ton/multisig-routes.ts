import { Address } from '@ton/core'
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
