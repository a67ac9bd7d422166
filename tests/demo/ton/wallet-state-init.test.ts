import { expect, test } from 'vitest'
import { beginCell, contractAddress, storeStateInit } from '@ton/core'
import { walletStateInit } from '#demo/ton/wallet-state-init.ts'
import vectors from '#tests/vectors/ton-proof.json' with { type: 'json' }

const CONTRACTS = [
  { name: 'v3r2', contract: 'v3r2' },
  { name: 'v4r2', contract: 'v4r2' },
  { name: 'v5r1', contract: 'v5r1' },
  { name: 'WalletTg', contract: 'walletTg' },
] as const

test.each(CONTRACTS)('a $name wallet has its published address', ({ name, contract }) => {
  const vector = vectors.find((vector) => vector.name === name)
  const publicKey = Buffer.from(vector?.public_key ?? '', 'hex')
  const init = walletStateInit({ contract, publicKey, network: '-239' })
  expect(contractAddress(0, init).toRawString()).toBe(vector?.address)
  const stateInit = beginCell().store(storeStateInit(init)).endCell().toBoc()
  expect(stateInit.toString('base64')).toBe(vector?.proof.state_init)
})
