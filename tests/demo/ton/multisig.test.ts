import { beforeEach, describe, expect, test } from 'vitest'
import { type Address, Dictionary, type TupleItem } from '@ton/core'
import * as v from 'valibot'
import { type DemoTonChain, createTonChain } from '#demo/ton/chain.ts'
import { multisigCodeHash } from '#demo/ton/multisig-contract.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { TREASURY_ADDRESS, deployTreasury, treasuryTerms } from '#demo/ton/treasury.ts'
import { type SharedKind, createAccount } from '#demo/ton/wallet/accounts.ts'

const ListSchema = v.object({ multisigs: v.array(v.unknown()), address_book: v.unknown() })
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

  async function listed(kind: SharedKind) {
    const path = `/api/v3/multisig/wallets?wallet_address=${getAddress(kind)}`
    const response = await createToncenterRoutes(chain).request(path)
    return v.parse(ListSchema, await response.json())
  }
})

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
