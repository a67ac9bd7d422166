import { afterAll, beforeAll, expect, test } from 'vitest'
import { TREASURY_ADDRESS } from '#demo/ton/treasury.ts'
import { SHARED_KINDS, createAccount } from '#demo/ton/wallet/accounts.ts'
import { type TonTreasury, createTreasury } from '#demo/ton/wallet/treasury.ts'
import { until } from '#tests/support/until.ts'
import { type TonWorld, startTonWorld } from '../start-ton-world.ts'

let world: TonWorld
let treasury: TonTreasury
let leave: () => void

beforeAll(async () => {
  world = await startTonWorld()
  treasury = createTreasury(`${world.origin}/ton/demo`)
  leave = treasury.terms.listen(() => {})
  await until(() => expect(treasury.terms.get()).not.toBeNull())
})
afterAll(async () => {
  leave()
  await world.close()
})

test('the demo wallet shows the signers of the treasury and swaps one', async () => {
  expect(treasury.terms.get()).toEqual({
    address: TREASURY_ADDRESS.toRawString(),
    signers: ['signer1', 'signer2', 'signer3'],
    threshold: 2,
  })
  await treasury.swapSigner()
  expect(treasury.terms.get()?.signers).toEqual(['signer1', 'spare', 'signer3'])
  await treasury.swapSigner()
  expect(treasury.terms.get()?.signers).toEqual(['signer1', 'signer2', 'signer3'])
})

test('the demo wallet raises the threshold of the treasury on the chain', async () => {
  await treasury.changeThreshold()
  expect(await world.chain.multisig(TREASURY_ADDRESS)).toMatchObject({ threshold: 3 })
  await treasury.changeThreshold()
  expect(await world.chain.multisig(TREASURY_ADDRESS)).toMatchObject({ threshold: 2 })
})

test.each(SHARED_KINDS)(
  'the demo wallet gives all people the same %s account and different personal accounts',
  (kind) => {
    const addresses = (one: typeof kind | 'v5r1') =>
      ['ada', 'boris'].map((seed) => createAccount({ kind: one, seed, network: '-239' }).address)
    expect(new Set(addresses(kind)).size).toBe(1)
    expect(new Set(addresses('v5r1')).size).toBe(2)
  },
)
