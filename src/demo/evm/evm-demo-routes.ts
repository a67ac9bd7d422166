import { Hono } from 'hono'
import { isAddress, isHash } from 'viem'
import * as v from 'valibot'
import type { Relay } from './relay.ts'
import { SAFE_SERVICE_FAULTS } from './demo-network.ts'
import type { DemoSafeService } from './safe-service.ts'
import type { Safes } from './safe.ts'
import type { SafeTreasury } from './treasury.ts'
import { TREASURY_PEOPLE } from './treasury-keys.ts'

type EvmDemo = {
  relay: Pick<Relay, 'dropSockets' | 'silenceSockets'>
  safes: Pick<Safes, 'create'>
  treasury: SafeTreasury
  safeService: Pick<DemoSafeService, 'setFault'>
}

const ExceptSchema = v.object({ except: v.string() })
const PersonSchema = v.picklist(TREASURY_PEOPLE)
const SwapSchema = v.object({ from: PersonSchema, to: PersonSchema })
const ApprovalSchema = v.object({
  hash: v.custom<`0x${string}`>((value) => typeof value === 'string' && isHash(value)),
})
const FaultSchema = v.object({ fault: v.picklist(SAFE_SERVICE_FAULTS) })

/**
 * The demo services for the wallet: a Safe for each wallet, changes of the treasury, and faults of the relay and of the
 * Transaction Service.
 */
export function createEvmDemoRoutes({ relay, safes, treasury, safeService }: EvmDemo): Hono {
  const routes = new Hono()
  routes.put('/safes/:owner', async (c) => {
    const owner = c.req.param('owner')
    if (!isAddress(owner)) return c.json({ error: 'Not an address' }, 400)
    return c.json(await safes.create({ owners: [owner], threshold: 1 }))
  })
  routes.post('/relay/:how{drop|silence}', async (c) => {
    const body = v.safeParse(ExceptSchema, await c.req.json().catch(() => null))
    if (!body.success) return c.json({ error: 'Not a client of the relay' }, 400)
    if (c.req.param('how') === 'drop') relay.dropSockets(body.output.except)
    else relay.silenceSockets(body.output.except)
    return c.json({ done: true })
  })
  routes.put('/safe-service/fault', async (c) => {
    const body = v.safeParse(FaultSchema, await c.req.json().catch(() => null))
    if (!body.success) return c.json({ error: 'Not a fault of the service' }, 400)
    safeService.setFault(body.output.fault)
    return c.json({ done: true })
  })
  return routes.route('/treasury', createTreasuryRoutes(treasury))
}

/** Each route answers with the treasury after the change. */
function createTreasuryRoutes(treasury: SafeTreasury): Hono {
  const routes = new Hono()
  const describe = async () => {
    const [{ threshold, modules }, owners] = await Promise.all([treasury.read(), treasury.owners()])
    return { ...treasury.safe, owners, threshold, modules: modules.length }
  }
  routes.get('/', async (c) => c.json(await describe()))
  routes.post('/swap-owner', async (c) => {
    const body = v.safeParse(SwapSchema, await c.req.json().catch(() => null))
    if (!body.success) return c.json({ error: 'Not people of the treasury' }, 400)
    await treasury.swapOwner(body.output)
    return c.json(await describe())
  })
  routes.post('/sign-on-chain', async (c) => {
    const body = v.safeParse(ApprovalSchema, await c.req.json().catch(() => null))
    if (!body.success) return c.json({ error: 'Not the hash of a text' }, 400)
    await treasury.signOnChain(body.output.hash)
    return c.json(await describe())
  })
  routes.post('/:change{raise-threshold|enable-module|restore}', async (c) => {
    const change = c.req.param('change')
    if (change === 'raise-threshold') await treasury.raiseThreshold()
    else if (change === 'enable-module') await treasury.enableModule()
    else await treasury.restore()
    return c.json(await describe())
  })
  // For example a swap of a person who is no longer an owner.
  routes.onError((_error, c) => c.json({ error: 'The chain refuses that now' }, 409))
  return routes
}
