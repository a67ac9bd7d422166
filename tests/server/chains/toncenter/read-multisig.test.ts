import { Address, type Cell, beginCell } from '@ton/core'
import { Hono } from 'hono'
import * as v from 'valibot'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { lookalikeCode, multisigCodeHash } from '#demo/ton/multisig-contract.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { createToncenter } from '#server/chains/toncenter.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const START_MS = 60_000
const at = (byte: number) => new Address(0, Buffer.alloc(32, byte))
const raw = (byte: number) => at(byte).toRawString()
const TERMS = { signers: [at(3), at(1), at(2)], proposers: [at(9)], threshold: 2 }

let chain: DemoTonChain
beforeAll(async () => {
  chain = await createTonChain()
  // The first get-method compiles the virtual machine, which may take longer than a reader waits.
  await chain.runGetMethod(await chain.deployMultisig(TERMS), 'get_multisig_data')
}, START_MS)

type ReceivedQuery = { path: string; query: Record<string, string> }
/** Changes the answer of the chain; null leaves it as it is. */
type ChangeMultisigAnswer = (path: string, answer: unknown) => unknown

/** The chain behind its API, with the test's changes to the answers. */
async function startApi(
  change: ChangeMultisigAnswer = () => null,
): Promise<{ apiUrl: string; asked: ReceivedQuery[] }> {
  const routes = createToncenterRoutes(chain)
  const asked: ReceivedQuery[] = []
  const app = new Hono().all('*', async (c) => {
    asked.push({ path: c.req.path, query: c.req.query() })
    const answer = await routes.fetch(c.req.raw)
    const changed = change(c.req.path, await answer.clone().json())
    return changed === null ? answer : c.json(changed)
  })
  return { apiUrl: (await listenForTest(app)).url, asked }
}

async function open(
  change?: ChangeMultisigAnswer,
  multisigCodes: readonly string[] = [multisigCodeHash()],
) {
  const { apiUrl, asked } = await startApi(change)
  const options = { network: '-239', apiUrl, apiKey: null, fetch, retryDelayMs: 1 } as const
  return { ...createToncenter({ ...options, multisigCodes, timeoutMs: 2_000 }), asked }
}

const RUN = '/api/v2/runGetMethod'
const ACCOUNT = '/api/v2/getAddressInformation'
/** The whole answer to one of the calls. */
const answering =
  (call: string, answer: unknown): ChangeMultisigAnswer =>
  (path) =>
    path === call ? answer : null
const leaving = (stack: unknown, exit_code = 0) =>
  answering(RUN, { ok: true, result: { exit_code, stack } })
const cell = (content: Cell) => ['cell', { bytes: content.toBoc().toString('base64') }]
const account = (code: string) =>
  answering(ACCOUNT, { ok: true, result: { state: 'active', code } })

const RanSchema = v.looseObject({ result: v.looseObject({}) })
/** The get-method ran a block after the one at which the account was read. */
const ranLater: ChangeMultisigAnswer = (path, answer) => {
  if (path !== RUN) return null
  const { result } = v.parse(RanSchema, answer)
  return { ok: true, result: { ...result, block_id: { workchain: -1, seqno: 2 } } }
}

const deploy = async () => (await chain.deployMultisig(TERMS)).toRawString()

describe('the reader of a multisig v2', () => {
  test('reads the signers in the order of their index, the threshold, and the proposers', async () => {
    const address = await deploy()
    expect(await (await open()).readMultisig(address)).toEqual({
      family: 'ton',
      kind: 'multisig-v2',
      network: '-239',
      address,
      threshold: 2,
      owners: [raw(3), raw(1), raw(2)],
      proposers: [raw(9)],
      block: { seqno: 1 },
    })
  })

  test('names no block where the signers were read at another one than the account', async () => {
    const address = await deploy()
    expect(await (await open(ranLater)).readMultisig(address)).toMatchObject({
      threshold: 2,
      block: undefined,
    })
  })

  test('a multisig without proposers has none', async () => {
    const deployed = await chain.deployMultisig({ ...TERMS, proposers: [] })
    const read = await (await open()).readMultisig(deployed.toRawString())
    expect(read).toMatchObject({ proposers: [], threshold: 2 })
  })

  test('reads a multisig of as many signers as there can be', async () => {
    const signers = Array.from({ length: 255 }, (_, index) => at(index))
    const deployed = await chain.deployMultisig({ signers, proposers: [], threshold: 200 })
    const read = await (await open()).readMultisig(deployed.toRawString())
    expect(read).toMatchObject({ threshold: 200, owners: signers.map((one) => one.toRawString()) })
  })

  test('knows a multisig whose code is a library cell by the hash of the code that it stands for', async () => {
    const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.from(multisigCodeHash(), 'hex'))
    const code = library.endCell({ exotic: true }).toBoc().toString('base64')
    expect(await (await open(account(code))).readMultisig(await deploy())).toMatchObject({
      kind: 'multisig-v2',
    })
  })

  test('knows a multisig by the published code, unless another one is configured', async () => {
    const published = 'd3d14da9a627f0ec3533341829762af92b9540b21bf03665fac09c2b46eabbac'
    const library = beginCell().storeUint(2, 8).storeBuffer(Buffer.from(published, 'hex'))
    const code = library.endCell({ exotic: true }).toBoc().toString('base64')
    const { apiUrl } = await startApi(account(code))
    const ours = createToncenter({ network: '-239', apiUrl, apiKey: null, fetch, retryDelayMs: 1 })
    expect(await ours.readMultisig(await deploy())).toMatchObject({ kind: 'multisig-v2' })
  })
})

describe('attacks', () => {
  test('a contract that answers like one under other code is a lookalike', async () => {
    const deployed = await chain.deployMultisig(TERMS, lookalikeCode())
    expect(await (await open()).readMultisig(deployed.toRawString())).toBe('lookalike')
  })

  test('a proposer is never among the owners', async () => {
    const read = await (await open()).readMultisig(await deploy())
    expect(read).toHaveProperty('owners', expect.not.arrayContaining([raw(9)]))
  })

  test('one key under two indexes, which would speak for two, makes no multisig', async () => {
    const deployed = await chain.deployMultisig({ ...TERMS, signers: [at(1), at(1), at(2)] })
    expect(await (await open()).readMultisig(deployed.toRawString())).toBe('none')
  })

  test('code that is as large as code can be is not taken for any that we know', async () => {
    let code = beginCell().endCell()
    for (let index = 0; index < 900; index += 1) {
      code = beginCell().storeUint(index, 1_000).storeRef(code).endCell()
    }
    const big = account(code.toBoc().toString('base64'))
    expect(await (await open(big)).readMultisig(await deploy())).toBe('lookalike')
  })
})

describe('the reader of what is no multisig', () => {
  test('finds no multisig in an account that is not there, or frozen', async () => {
    const ton = await open()
    expect(await ton.readMultisig(raw(77))).toBe('none')
    const deployed = await chain.deployMultisig({ ...TERMS, threshold: 3 })
    await chain.freeze(deployed)
    expect(await ton.readMultisig(deployed.toRawString())).toBe('none')
  })

  test('finds no multisig in a contract without the method', async () => {
    expect(await (await open(leaving([], 11))).readMultisig(await deploy())).toBe('none')
  })

  const other = account(lookalikeCode().toBoc().toString('base64'))
  test.each([
    ['nothing', []],
    ['one number', [['num', '0x1']]],
    [
      'cells that hold no list',
      [['num', '0x0'], ['num', '0x1'], cell(beginCell().endCell()), cell(beginCell().endCell())],
    ],
  ])('finds no multisig in a contract that answers %s', async (_, stack) => {
    const change: ChangeMultisigAnswer = (path, answer) =>
      other(path, answer) ?? leaving(stack)(path, answer)
    expect(await (await open(change)).readMultisig(await deploy())).toBe('none')
  })
})

describe('unreachable, never "no multisig": of a genuine one', () => {
  const empty = cell(beginCell().endCell())
  const signers = async () => {
    const { stack } = await chain.runGetMethod(Address.parse(await deploy()), 'get_multisig_data')
    const [, , third] = stack
    if (third?.type !== 'cell') throw new Error('no cell')
    return cell(third.cell)
  }
  const none = ['list', { '@type': 'tvm.list', elements: [] }]

  test('the hand-made answer that the others vary is a good one', async () => {
    const stack = [['num', '-0x1'], ['num', '0x2'], await signers(), none]
    expect(await (await open(leaving(stack))).readMultisig(await deploy())).toMatchObject({
      threshold: 2,
      proposers: [],
    })
  })

  test.each<[string, (own: unknown) => unknown]>([
    ['no stack', () => null],
    ['an empty stack', () => []],
    ['no threshold', (own) => [['num', '0x0'], ['cell', {}], own, none]],
    ['a threshold of nothing', (own) => [['num', '0x0'], ['num', '0x0'], own, none]],
    ['a threshold above the signers', (own) => [['num', '0x0'], ['num', '0x4'], own, none]],
    ['a threshold below zero', (own) => [['num', '0x0'], ['num', '-0x1'], own, none]],
    ['signers that are none', () => [['num', '0x0'], ['num', '0x1'], empty, none]],
    ['no signers', () => [['num', '0x0'], ['num', '0x1'], none, none]],
    [
      'signers that are no bag',
      () => [['num', '0x0'], ['num', '0x1'], ['cell', { bytes: 'te6' }], none],
    ],
    ['proposers that are none', (own) => [['num', '0x0'], ['num', '0x2'], own, empty]],
    [
      'a list of proposers',
      (own) => [['num', '0x0'], ['num', '0x2'], own, ['list', { elements: [1] }]],
    ],
    ['more than four things', (own) => [['num', '0x0'], ['num', '0x2'], own, none, ['num', '0x1']]],
  ])('%s makes the multisig unreachable', async (_, stack) => {
    const change = leaving(stack(await signers()))
    expect(await (await open(change)).readMultisig(await deploy())).toBe('unreachable')
  })

  test.each([
    ['without code', account('')],
    ['with code that is no base64', account('*')],
    ['in a state of its own', answering(ACCOUNT, { ok: true, result: { state: 'odd' } })],
    ['with an error', answering(ACCOUNT, { ok: false, error: 'busy' })],
  ])('an account that is %s makes the multisig unreachable', async (_, change) => {
    expect(await (await open(change)).readMultisig(await deploy())).toBe('unreachable')
  })

  test('a node that is down makes the multisig unreachable', async () => {
    const address = await deploy()
    const ton = await open()
    chain.setReachable(false)
    onTestFinished(() => chain.setReachable(true))
    expect(await ton.readMultisig(address)).toBe('unreachable')
    expect(await ton.getMultisigs(raw(1))).toBe('unreachable')
  })
})

describe('the query for the multisigs of a key', () => {
  test('lists the multisigs of a signer and of a proposer, raw, each once', async () => {
    const address = await deploy()
    const ton = await open()
    expect(await ton.getMultisigs(raw(1))).toContain(address)
    expect(await ton.getMultisigs(raw(9))).toContain(address)
    expect(await ton.getMultisigs(`-1:${'77'.repeat(32)}`)).toEqual([])
    expect(ton.asked[0]).toEqual({
      path: '/api/v3/multisig/wallets',
      query: { wallet_address: raw(1), include_orders: 'false', limit: '50' },
    })
  })

  const LIST = '/api/v3/multisig/wallets'
  test('lists fifty multisigs at most', async () => {
    const multisigs = Array.from({ length: 200 }, (_, byte) => ({ address: raw(byte) }))
    const ton = await open(answering(LIST, { multisigs }))
    expect(await ton.getMultisigs(raw(1))).toHaveLength(50)
  })

  test.each([
    ['no list', {}],
    ['null', { multisigs: null }],
    ['something that is no address', { multisigs: [{ address: 'somewhere' }] }],
    ['an error', { error: 'Too many' }],
  ])('treats %s as no answer', async (_, answer) => {
    const ton = await open(answering(LIST, answer))
    expect(await ton.getMultisigs(raw(1))).toBe('unreachable')
  })
})
