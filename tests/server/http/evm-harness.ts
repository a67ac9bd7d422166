import { EventEmitter, once } from 'node:events'
import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import * as v from 'valibot'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { deploySafeContracts, type Safes } from '#demo/evm/safe.ts'
import type { SafeAccount } from '#demo/evm/sign-as-safe.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import { EvmAttemptSchema } from '#shared/attempt.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { getMe } from '#shared/api/get-me.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { ODD_CONTRACTS, placeCode } from '#tests/support/evm-contracts.ts'
import { fetchThrough, type Lag } from '#tests/support/lagging-node.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Two chains of the test's own, and how they are reached. */
export type AnvilWorld = {
  anvil: Anvil
  /** Whether the chains are reachable. */
  rpc: {
    isUp: boolean
    delayMs: number
    held: Promise<unknown> | null
    asked: number
    /** Which of the nodes is behind. */
    lag: Lag | null
  }
  /** Leaves every query without an answer until it is released. */
  hold(): () => void
  startServer(policy?: EvmPolicy): Promise<TestServer>
  /** Puts code at an address of Ethereum. */
  setCode(address: string, code: Hex): Promise<void>
  setCodeOn(chainId: number, address: string, code: Hex): Promise<void>
  close(): Promise<void>
}

export const ETHEREUM = 1
export const BASE = 8453

export const { alwaysYes: ALWAYS_YES, reverts: ALWAYS_REVERTS } = ODD_CONTRACTS

export async function startEvmWorld(): Promise<AnvilWorld> {
  const [anvil, base] = await Promise.all([
    startAnvil({ chainId: ETHEREUM }),
    startAnvil({ chainId: BASE }),
  ])
  const rpc: AnvilWorld['rpc'] = { isUp: true, delayMs: 0, held: null, asked: 0, lag: null }
  const ask: typeof fetch = async (...request) => {
    rpc.asked += 1
    if (rpc.held) await rpc.held
    if (rpc.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, rpc.delayMs))
    if (!rpc.isUp) throw new Error('no answer')
    return fetchThrough(rpc.lag)(...request)
  }
  const chains = [anvil, base].map(({ url, chainId }) => ({
    id: chainId,
    rpcUrls: [url] as const,
  }))
  async function setCodeOn(chainId: number, address: string, code: Hex) {
    const { url } = chainId === BASE ? base : anvil
    await placeCode({ url }, address, code)
  }
  return {
    anvil,
    rpc,
    hold() {
      const gate = new EventEmitter()
      rpc.held = once(gate, 'open')
      return () => void gate.emit('open')
    },
    startServer(evm = 'in-app') {
      Object.assign(rpc, { isUp: true, delayMs: 0, held: null, asked: 0, lag: null })
      return openTestServer({ evm, evmChains: createEvmChains({ chains, fetch: ask }) })
    },
    setCode: (address, code) => setCodeOn(ETHEREUM, address, code),
    setCodeOn,
    async close() {
      await Promise.all([anvil.close(), base.close()])
    },
  }
}

/** The same, with the contracts of Safe on Ethereum. */
export async function startSafeWorld() {
  const world = await startEvmWorld()
  const safes = await deploySafeContracts(world.anvil)
  let salt = 0n
  return {
    ...world,
    safes,
    /** A new Safe, by default one of the keys 1, 2 and 3, two of which must sign. */
    createSafe(change: Partial<Parameters<Safes['create']>[0]> = {}): Promise<SafeAccount> {
      salt += 1n
      const owners = [1, 2, 3].map((number) => getKey(number).address)
      return safes.create({ owners, threshold: 2, salt, ...change })
    },
  }
}

/** A key of its own for every number. */
export function getKey(number: number): PrivateKeyAccount {
  return privateKeyToAccount(getSecret(number))
}

export function getSecret(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** The Mini App's calls for an EVM attempt, for one server. */
export function evmCalls(server: TestServer) {
  async function send(method: string, path: string, { token, body }: SentBody) {
    const response = await server.call(method, path, { token, body })
    const json: unknown = await response.json()
    return { status: response.status, json, headers: response.headers }
  }

  async function fix(token: string, id: string, account: ChainAccountInput) {
    const { address, chainId = ETHEREUM, otherChainIds } = account
    const path = `/api/attempts/${id}/account`
    return send('PUT', path, { token, body: { address, chainId, otherChainIds } })
  }

  /** An attempt whose account is fixed, and the text that the account must sign. */
  async function fixed(token: string, account: ChainAccountInput) {
    const { id } = await server.newEvmAttempt(token)
    const { json } = await fix(token, id, account)
    return { id, message: getMessage(json) }
  }

  const prove = (token: string, id: string, signature: string) =>
    send('POST', `/api/attempts/${id}/proof`, { token, body: { signature } })

  async function link(token: string, key: PrivateKeyAccount) {
    const { id, message } = await fixed(token, key)
    const { status, json } = await prove(token, id, await key.signMessage({ message }))
    return { status, attempt: v.parse(EvmAttemptSchema, json) }
  }

  async function look(token: string, id: string) {
    const { json } = await send('GET', `/api/attempts/${id}`, { token })
    return v.parse(EvmAttemptSchema, json)
  }

  async function getWallets(token: string) {
    const { json } = await send('GET', '/api/me', { token })
    return v.parse(getMe.response, json).wallets
  }

  return { send, fix, fixed, prove, link, look, getWallets }
}

type ChainAccountInput = { address: string; chainId?: number; otherChainIds?: number[] }
type SentBody = { token: string; body?: unknown }

export function getMessage(json: unknown): string {
  return v.parse(EvmAttemptSchema, json).message ?? ''
}

export function getCode({ json }: { json: unknown }): string {
  return v.parse(ProblemSchema, json).code
}
