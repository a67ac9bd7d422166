import { Address, type Cell, type TupleItem, beginCell } from '@ton/core'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import type { DemoTonChain, ChainAccount } from './chain.ts'

const AddressSchema = v.pipe(
  v.string(),
  v.check((text) => isAddress(text)),
  v.transform((text) => Address.parse(text)),
)
/** Of the first block: neither mainnet's nor testnet's. */
const LOCAL_ROOT_HASH = Buffer.alloc(32).toString('base64')
/** The local chain has one block. */
const LOCAL_SEQNO = 1
const LOCAL_BLOCK = { '@type': 'ton.blockIdExt', workchain: -1, seqno: LOCAL_SEQNO }
const SeqnoSchema = v.optional(v.union([v.literal(LOCAL_SEQNO), v.literal(`${LOCAL_SEQNO}`)]))
const RunGetMethodSchema = v.object({
  address: AddressSchema,
  method: v.string(),
  stack: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0)), []),
  seqno: SeqnoSchema,
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
    if (!v.is(SeqnoSchema, c.req.query('seqno')))
      return refuse(c, 'LITE_SERVER_NOTREADY: block is not applied')
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
      block_id: LOCAL_BLOCK,
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
    block_id: LOCAL_BLOCK,
  }
}

function isAddress(text: string): boolean {
  return Address.isFriendly(text) || /^-?\d{1,3}:[\da-f]{64}$/i.test(text)
}

/** An entry of the stack that a get-method leaves, as toncenter's HTTP API v2 writes it. */
function describeStackItem(item: TupleItem): unknown {
  switch (item.type) {
    case 'int':
      return ['num', hex(item.value)]
    case 'cell':
      return [
        'cell',
        {
          '@type': 'tvm.cell',
          bytes: item.cell.toBoc().toString('base64'),
          object: describeCell(item.cell),
        },
      ]
    // TVM has no empty list but this.
    case 'null':
      return ['list', { '@type': 'tvm.list', elements: [] }]
    default:
      throw new Error(`Stack items of type ${item.type} are not spoken here`)
  }
}

function hex(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}

function describeCell(cell: Cell): unknown {
  return {
    data: { b64: getBytes(cell).toString('base64'), len: cell.bits.length },
    refs: cell.refs.map(describeCell),
    special: cell.isExotic,
  }
}

/** The cell's bits, the last byte filled up with zeros. */
function getBytes({ bits }: Cell): Buffer {
  const whole = Math.ceil(bits.length / 8) * 8
  const filled = beginCell()
    .storeBits(bits)
    .storeUint(0, whole - bits.length)
    .endCell()
  return filled.beginParse().loadBuffer(whole / 8)
}

/**
 * The multisigs in which this account signs or proposes, as toncenter's HTTP API v3 writes them. It lists whatever
 * answers like one, lookalikes too.
 */
async function listMultisigs(chain: DemoTonChain, member: Address): Promise<unknown[]> {
  const all = await Promise.all(chain.multisigs().map((address) => read(chain, address)))
  return all.flatMap((one) => (one !== null && isMember(one, member) ? [describe(one)] : []))
}

type ListedMultisig = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(chain: DemoTonChain, address: Address) {
  const [account, terms] = await Promise.all([chain.account(address), chain.multisig(address)])
  return account.state === 'active' && terms !== null ? { address, account, terms } : null
}

function isMember({ terms }: ListedMultisig, member: Address): boolean {
  return [...terms.signers, ...terms.proposers].some((one) => one.equals(member))
}

function describe({ address, account, terms }: ListedMultisig) {
  return {
    address: raw(address),
    next_order_seqno: '0',
    threshold: terms.threshold,
    signers: terms.signers.map(raw),
    proposers: terms.proposers.map(raw),
    last_transaction_lt: '0',
    code_hash: account.code.hash().toString('base64'),
    data_hash: account.data.hash().toString('base64'),
    orders: [],
  }
}

/** With large letters: so it writes them. */
function raw(address: Address): string {
  return address.toRawString().toUpperCase()
}
