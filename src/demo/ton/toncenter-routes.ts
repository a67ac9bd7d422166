import { Address } from '@ton/core'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import type { DemoTonChain } from './chain.ts'
import type { ChainAccount } from './chain-ledger.ts'
import { describeStackItem } from './describe-stack-item.ts'
import { listMultisigs } from './list-multisigs.ts'

const AddressSchema = v.pipe(
  v.string(),
  v.check((text) => isAddress(text)),
  v.transform((text) => Address.parse(text)),
)
/** Of the first block: neither mainnet's nor testnet's. */
const LOCAL_ROOT_HASH = Buffer.alloc(32).toString('base64')
const RunGetMethodSchema = v.object({
  address: AddressSchema,
  method: v.string(),
  stack: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0)), []),
})

/** toncenter answers ten where it is not asked for more. */
const MultisigsSchema = v.object({
  wallet_address: AddressSchema,
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), '10'),
  offset: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)), '0'),
})

/** What Clasp asks of toncenter's HTTP API v2 and v3, asked of a local chain. */
export function createToncenterRoutes(chain: DemoTonChain): Hono {
  const routes = new Hono()
  routes.use('/api/*', refuseWhileUnreachable(chain))
  routes.get('/api/v2/getAddressInformation', async (c) => {
    const address = v.safeParse(AddressSchema, c.req.query('address'))
    if (!address.success) return refuse(c, 'Incorrect address')
    const account = await chain.account(address.output)
    return c.json({ ok: true, result: describeAccount(account) })
  })
  routes.get('/api/v2/getMasterchainInfo', (c) =>
    c.json({ ok: true, result: { init: { root_hash: LOCAL_ROOT_HASH } } }),
  )
  routes.post('/api/v2/runGetMethod', async (c) => {
    const body: unknown = await c.req.json().catch(() => null)
    const call = v.safeParse(RunGetMethodSchema, body)
    if (!call.success) return refuse(c, 'Incorrect call')
    const answer = await chain.runGetMethod(call.output.address, call.output.method)
    const result = {
      '@type': 'smc.runResult',
      gas_used: Number(answer.gasUsed),
      stack: answer.stack.map(describeStackItem),
      exit_code: answer.exitCode,
    }
    return c.json({ ok: true, result })
  })
  routes.get('/api/v3/multisig/wallets', async (c) => {
    const asked = v.safeParse(MultisigsSchema, c.req.query())
    if (!asked.success) return c.json({ error: 'Incorrect query' }, 422)
    const { wallet_address: member, limit, offset } = asked.output
    const multisigs = await listMultisigs(chain, member)
    return c.json({ multisigs: multisigs.slice(offset, offset + limit), address_book: {} })
  })
  return routes
}

function refuseWhileUnreachable(chain: DemoTonChain) {
  return createMiddleware(async (c, next) => {
    if (chain.isReachable()) return next()
    return c.json({ ok: false, error: 'LITE_SERVER_NETWORK: no node answers', code: 500 }, 500)
  })
}

function refuse(c: Context, error: string): Response {
  return c.json({ ok: false, error, code: 422 }, 422)
}

function describeAccount(account: ChainAccount): Record<string, unknown> {
  const active = account.state === 'active'
  return {
    '@type': 'raw.fullAccountState',
    state: account.state,
    balance: account.state === 'uninitialized' ? '0' : account.balance.toString(),
    code: active ? account.code.toBoc().toString('base64') : '',
    data: active ? account.data.toBoc().toString('base64') : '',
    frozen_hash: '',
  }
}

function isAddress(text: string): boolean {
  return Address.isFriendly(text) || /^-?\d{1,3}:[\da-f]{64}$/i.test(text)
}
