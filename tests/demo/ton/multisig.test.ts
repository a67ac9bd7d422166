import { beforeEach, describe, expect, test } from 'vitest'
import { Address, Cell, Dictionary, type TupleItem } from '@ton/core'
import * as v from 'valibot'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { lookalikeCode, multisigCodeHash } from '#demo/ton/multisig-contract.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { TREASURY_ADDRESS, deployTreasury, treasuryTerms } from '#demo/ton/treasury.ts'
import { type SharedKind, createAccount } from '#demo/ton/wallet/accounts.ts'
import { createToncenter } from '#server/chains/toncenter.ts'

const ListSchema = v.object({ multisigs: v.array(v.unknown()), address_book: v.unknown() })
const AccountSchema = v.object({ result: v.object({ code: v.string() }) })
const AnswerSchema = v.object({ result: v.object({ stack: v.array(v.unknown()) }) })
const SIGNERS = ['signer1', 'signer2', 'signer3'] as const

describe('multisig of the demo chain', () => {
  let chain: DemoTonChain

  beforeEach(async () => {
    chain = await createTonChain()
    await deployTreasury(chain)
  })

  test('answers get_multisig_data as multisig v2 does: number, threshold, signers, proposers', async () => {
    const { exitCode, stack } = await ask(TREASURY_ADDRESS)
    expect(exitCode).toBe(0)
    expect(stack.map(({ type }) => type)).toEqual(['int', 'int', 'cell', 'cell'])
    expect(stack.slice(0, 2)).toEqual([
      { type: 'int', value: 0n },
      { type: 'int', value: 2n },
    ])
    expect(getEntries(stack[2])).toEqual([...SIGNERS.map(getAddress).entries()])
    expect(getEntries(stack[3])).toEqual([[0, getAddress('proposer')]])
  })

  test('supports no other method, so it has no public key', async () => {
    expect(await chain.runGetMethod(TREASURY_ADDRESS, 'get_public_key')).toMatchObject({
      exitCode: 11,
    })
  })

  test('returns null where there are no proposers', async () => {
    const terms = { ...treasuryTerms({ signers: ['signer1'], threshold: 1 }), proposers: [] }
    const address = await chain.deployMultisig(terms)
    expect((await ask(address)).stack[3]).toEqual({ type: 'null' })
    expect(await overHttp(address)).toMatchObject({
      result: {
        exit_code: 0,
        stack: [
          ['num', '0x0'],
          ['num', '0x1'],
          ['cell', {}],
          ['list', { '@type': 'tvm.list', elements: [] }],
        ],
      },
    })
  })

  test('holds the maximum number of signers in their order', async () => {
    const signers = Array.from({ length: 255 }, (_, i) => new Address(0, Buffer.alloc(32, i)))
    const address = await chain.deployMultisig({ signers, proposers: [], threshold: 128 })
    const terms = await chain.multisig(address)
    expect(terms?.signers.map(String)).toEqual(signers.map(String))
    expect(terms?.threshold).toBe(128)
  })

  test('keeps its address when signers and threshold change', async () => {
    await chain.setMultisig(
      TREASURY_ADDRESS,
      treasuryTerms({ signers: ['signer1', 'spare', 'signer3'], threshold: 3 }),
    )
    const { stack } = await ask(TREASURY_ADDRESS)
    expect(stack[1]).toEqual({ type: 'int', value: 3n })
    expect(getEntries(stack[2])).toContainEqual([1, getAddress('spare')])
    expect(await getCodeHash(TREASURY_ADDRESS)).toBe(multisigCodeHash())
    await chain.setMultisig(TREASURY_ADDRESS, { threshold: 1 })
    expect(await chain.multisig(TREASURY_ADDRESS)).toMatchObject({ threshold: 1 })
  })

  test('has a lookalike that answers the same with other code', async () => {
    const terms = treasuryTerms({ signers: SIGNERS, threshold: 2 })
    const fake = await chain.deployMultisig(terms, lookalikeCode())
    expect(fake.equals(TREASURY_ADDRESS)).toBe(false)
    expect(stackIn(await overHttp(fake))).toEqual(stackIn(await overHttp(TREASURY_ADDRESS)))
    expect(await getCodeHash(fake)).not.toBe(multisigCodeHash())
  })

  test('serves the same cells over HTTP as the chain holds', async () => {
    const { stack } = await ask(TREASURY_ADDRESS)
    const signers = stack[2]?.type === 'cell' ? stack[2].cell : Cell.EMPTY
    expect(stackIn(await overHttp(TREASURY_ADDRESS))[2]).toMatchObject([
      'cell',
      {
        '@type': 'tvm.cell',
        bytes: signers.toBoc().toString('base64'),
        object: {
          // Seven bits, padded with a zero.
          data: { b64: 'zA==', len: 7 },
          refs: [{}, {}],
          special: false,
        },
      },
    ])
  })

  test.each([
    ['a signer', 'signer2'],
    ['the proposer', 'proposer'],
  ] as const)('lists the multisig for %s', async (_, kind) => {
    expect(await listed(kind)).toEqual({
      multisigs: [
        expect.objectContaining({
          address: TREASURY_ADDRESS.toRawString().toUpperCase(),
          threshold: 2,
          signers: SIGNERS.map((one) => getAddress(one).toUpperCase()),
          proposers: [getAddress('proposer').toUpperCase()],
          code_hash: Buffer.from(multisigCodeHash(), 'hex').toString('base64'),
        }),
      ],
      address_book: {},
    })
  })

  test('does not list the multisig for others or for a removed signer', async () => {
    expect(await listed('spare')).toMatchObject({ multisigs: [] })
    await chain.setMultisig(
      TREASURY_ADDRESS,
      treasuryTerms({ signers: ['signer1', 'spare', 'signer3'], threshold: 2 }),
    )
    expect(await listed('signer2')).toMatchObject({ multisigs: [] })
    expect(await listed('spare')).toMatchObject({ multisigs: [{ threshold: 2 }] })
  })

  test('lists ten multisigs on a page', async () => {
    for (let threshold = 1; threshold <= 12; threshold += 1) {
      await chain.deployMultisig(treasuryTerms({ signers: ['spare'], threshold }))
    }
    expect(await count('')).toBe(10)
    expect(await count('&offset=10')).toBe(2)
    expect(await count('&limit=100')).toBe(12)
  })

  test('fails to list while the chain is unreachable and for an invalid address', async () => {
    const routes = createToncenterRoutes(chain)
    const status = async (member: string) =>
      (await routes.request(`/api/v3/multisig/wallets?wallet_address=${member}`)).status
    expect(await status('nobody')).toBe(422)
    chain.setReachable(false)
    expect(await status(getAddress('signer1'))).toBe(500)
  })

  test('works with the server’s client, which recognises a lookalike', async () => {
    const routes = createToncenterRoutes(chain)
    const client = createToncenter({
      network: '-239',
      apiUrl: 'http://127.0.0.1',
      apiKey: null,
      fetch: async (input, init) => routes.request(new Request(input, init)),
      retryDelayMs: 0,
      multisigCodes: [multisigCodeHash()],
    })
    const treasury = TREASURY_ADDRESS.toRawString()
    expect(await client.readMultisig(treasury)).toEqual({
      family: 'ton',
      kind: 'multisig-v2',
      network: '-239',
      address: treasury,
      threshold: 2,
      owners: SIGNERS.map(getAddress),
      proposers: [getAddress('proposer')],
      block: { seqno: 1 },
    })
    const terms = treasuryTerms({ signers: SIGNERS, threshold: 2 })
    const fake = await chain.deployMultisig(terms, lookalikeCode())
    expect(await client.readMultisig(fake.toRawString())).toBe('lookalike')
    expect(await client.readMultisig(getAddress('signer1'))).toBe('none')
    expect(await client.accountKey(treasury)).toMatchObject({ status: 'no-key' })
    expect(await client.getMultisigs(getAddress('signer1'))).toContain(treasury)
    chain.setReachable(false)
    expect(await client.readMultisig(treasury)).toBe('unreachable')
  })

  async function ask(address: Address) {
    return chain.runGetMethod(address, 'get_multisig_data')
  }

  async function overHttp(address: Address): Promise<unknown> {
    const response = await createToncenterRoutes(chain).request('/api/v2/runGetMethod', {
      method: 'POST',
      body: JSON.stringify({
        address: address.toRawString(),
        method: 'get_multisig_data',
        stack: [],
      }),
    })
    return response.json()
  }

  async function listed(kind: SharedKind, query = '') {
    const path = `/api/v3/multisig/wallets?wallet_address=${getAddress(kind)}${query}`
    const response = await createToncenterRoutes(chain).request(path)
    return v.parse(ListSchema, await response.json())
  }

  async function count(query: string): Promise<number> {
    return (await listed('spare', query)).multisigs.length
  }

  /** Reads the code hash as the server does: over HTTP. */
  async function getCodeHash(address: Address): Promise<string> {
    const path = `/api/v2/getAddressInformation?address=${address.toRawString()}`
    const response = await createToncenterRoutes(chain).request(path)
    const { result } = v.parse(AccountSchema, await response.json())
    return Cell.fromBase64(result.code).hash().toString('hex')
  }
})

function stackIn(answer: unknown): unknown[] {
  return v.parse(AnswerSchema, answer).result.stack
}

function getAddress(kind: SharedKind): string {
  return createAccount({ kind, seed: 'mine', network: '-239' }).address
}

/** Index and raw address of each entry. */
function getEntries(item: TupleItem | undefined) {
  if (item?.type !== 'cell') throw new Error('not a cell')
  const entries = Dictionary.loadDirect(
    Dictionary.Keys.Uint(8),
    Dictionary.Values.Address(),
    item.cell,
  )
  return [...entries].map(([index, address]) => [index, address.toRawString()])
}
