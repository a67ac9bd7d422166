import { Address } from '@ton/core'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTonChain, type DemoTonChain } from '#demo/ton/chain.ts'
import { multisigCodeHash } from '#demo/ton/multisig-contract.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { walletStateInit } from '#demo/ton/wallet-state-init.ts'
import type { At } from '#proof/chain.ts'
import type { TonBlock } from '#proof/document.ts'
import { openChains } from '#server/chains/open-chains.ts'
import { listenForTest } from '#tests/support/listen-for-test.ts'

const START_MS = 60_000
/** The one block of the local chain. */
const BLOCK = { seqno: 1 }

let chain: DemoTonChain
beforeAll(async () => {
  chain = await createTonChain()
}, START_MS)

/** Changes the whole answer to one call; null leaves it as it is. */
type ChangeAnswer = (path: string) => unknown

async function open(change: ChangeAnswer = () => null) {
  const routes = createToncenterRoutes(chain)
  const app = new Hono().all('*', async (c) => {
    const changed = change(c.req.path)
    return changed === null ? routes.fetch(c.req.raw) : c.json(changed)
  })
  const tonApiUrl = `${(await listenForTest(app)).url}/`
  const multisigCodes = [multisigCodeHash()]
  return openChains(WALLET, { evmRpcUrl: null, tonApiUrl, multisigCodes, fetch }).ton
}

const MAINNET = '-239'
const WALLET = { family: 'ton', network: MAINNET, address: `0:${'ab'.repeat(32)}` } as const
const UNREACHABLE = { status: 'unreachable' }
const ACCOUNT = '/api/v2/getAddressInformation'
const MASTERCHAIN = '/api/v2/getMasterchainInfo'
const RUN = '/api/v2/runGetMethod'
const TESTNET_BLOCK = 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg='
const publicKey = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32)

async function deployWallet(byte: number): Promise<Address> {
  const key = Buffer.alloc(32, byte)
  return chain.deploy(walletStateInit({ contract: 'walletTg', publicKey: key, network: MAINNET }))
}

async function readKey(address: Address, at: At<TonBlock>, change?: ChangeAnswer) {
  const verified = await open(change)
  return verified.accountKey(address.toRawString(), at)
}

describe('the key of a TON wallet, for a verifier', () => {
  test('is the current one of its contract', async () => {
    const address = await deployWallet(1)
    await chain.rotateKey(address, Buffer.alloc(32, 2))
    const current = { status: 'active', publicKey: new Uint8Array(32).fill(2) }
    expect(await readKey(address, 'latest')).toMatchObject(current)
    expect(await readKey(address, BLOCK)).toMatchObject(current)
  })

  test('an account that is not deployed differs from one that has no key', async () => {
    expect(await readKey(accountOf(7), 'latest')).toMatchObject({ status: 'inactive' })
    const frozen = await deployWallet(3)
    await chain.freeze(frozen)
    expect(await readKey(frozen, BLOCK)).toMatchObject({ status: 'frozen' })
  })

  test('a block that the API does not have leaves the answer open', async () => {
    expect(await readKey(await deployWallet(4), { seqno: 2 })).toEqual(UNREACHABLE)
  })

  test.each([
    ['account', ACCOUNT, { state: 'active', code: '' }],
    ['key', RUN, { exit_code: 0, stack: [['num', `0x${publicKey(9)}`]] }],
  ])(
    'attack: an API that ignores the block is not believed about an %s',
    async (_, call, result) => {
      const change = (path: string) => (path === call ? { ok: true, result } : null)
      expect(await readKey(await deployWallet(5), BLOCK, change)).toEqual(UNREACHABLE)
    },
  )

  test('attack: an API of another network is not believed', async () => {
    const result = { init: { root_hash: TESTNET_BLOCK } }
    const change = (path: string) => (path === MASTERCHAIN ? { ok: true, result } : null)
    expect(await readKey(await deployWallet(6), 'latest', change)).toEqual(UNREACHABLE)
  })
})

const accountOf = (byte: number) => new Address(0, Buffer.alloc(32, byte))

async function readOwners(address: string) {
  return (await open()).readMultisig(address, BLOCK)
}

describe('the owners of a TON multisig, for a verifier', () => {
  test('are its signers, with the threshold', async () => {
    const terms = { signers: [accountOf(3), accountOf(1)], proposers: [], threshold: 2 }
    const address = (await chain.deployMultisig(terms)).toRawString()
    const owners = [accountOf(3).toRawString(), accountOf(1).toRawString()]
    expect(await readOwners(address)).toMatchObject({ owners, threshold: 2 })
  })

  test('a wallet has none', async () => {
    expect(await readOwners((await deployWallet(8)).toRawString())).toBe('none')
  })
})

test('a verifier without an address of a chain leaves the answer open', async () => {
  const unasked = openChains(WALLET, { evmRpcUrl: null, tonApiUrl: null, fetch })
  expect(await unasked.ton.accountKey(WALLET.address)).toEqual(UNREACHABLE)
  expect(await unasked.evm.readSafe(1, `0x${'00'.repeat(20)}`)).toBe('unreachable')
})
