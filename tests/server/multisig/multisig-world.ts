import type { Address, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { deploySafeContracts, type Safes } from '#demo/evm/safe.ts'
import { createTonChain } from '#demo/ton/chain.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import type { EvmChains } from '#server/chains/evm-chain.ts'
import { createGate } from '#tests/support/gate.ts'
import { fetchThrough, isOwners, isProbe, type Lag } from '#tests/support/lagging-node.ts'

export const ETHEREUM = 1
export const BASE = 8453

/** An owner: a key of its own for every number. */
export type TestOwner = PrivateKeyAccount & { secret: Hex }

export function getOwner(number: number): TestOwner {
  const secret: Hex = `0x${number.toString(16).padStart(64, '0')}`
  return { ...privateKeyToAccount(secret), secret }
}

/** Two EVM chains with Safe's contracts, and how they are reached, and one of TON. */
export type MultisigWorld = Awaited<ReturnType<typeof startMultisigWorld>>

export async function startMultisigWorld() {
  const anvils = await Promise.all([ETHEREUM, BASE].map((chainId) => startAnvil({ chainId })))
  const safes = new Map<number, Safes>()
  for (const anvil of anvils) safes.set(anvil.chainId, await deploySafeContracts(anvil))
  const ton = await createTonChain()
  let salt = 0n

  function safesOn(chainId: number): Safes {
    const found = safes.get(chainId)
    if (!found) throw new Error('no such chain here')
    return found
  }

  return {
    anvils,
    ton,
    safes: safesOn(ETHEREUM),
    safesOn,
    /** A new Safe on Ethereum, unknown to the server. */
    createSafe(
      owners: readonly { address: Address }[],
      threshold: number,
      options: Pick<Parameters<Safes['create']>[0], 'handler' | 'setupCode'> = {},
    ) {
      salt += 1n
      const addresses = owners.map(({ address }) => address)
      return safesOn(ETHEREUM).create({ owners: addresses, threshold, salt, ...options })
    },
    reach: () => createReach(anvils),
    async close() {
      await Promise.all(anvils.map((anvil) => anvil.close()))
    },
  }
}

/** The chains as one test reaches them. */
function createReach(anvils: readonly Anvil[]) {
  const down = new Set<number>()
  const held = new Map<number, ReturnType<typeof createGate>>()
  const asked: { chainId: number; body: string }[] = []
  let hook: (() => Promise<unknown>) | null = null
  let afterOwners: (() => Promise<unknown>) | null = null
  let lag: Lag | null = null
  const byUrl = new Map(anvils.map(({ url, chainId }) => [new URL(url).origin, chainId]))
  const ask: typeof fetch = async (input, init) => {
    const chainId = byUrl.get(new URL(input instanceof Request ? input.url : input).origin) ?? 0
    const body = typeof init?.body === 'string' ? init.body : ''
    asked.push({ chainId, body })
    await held.get(chainId)?.passed
    if (down.has(chainId)) throw new Error('no answer')
    if (hook && isProbe(body)) {
      const before = hook
      hook = null
      const answer = await before()
      if (answer instanceof Response) return answer
    }
    const answer = await fetchThrough(lag)(input, init)
    if (afterOwners && isOwners(body)) {
      const after = afterOwners
      afterOwners = null
      await after()
    }
    return answer
  }
  const chains = anvils.map(({ url, chainId }) => ({ id: chainId, rpcUrls: [url] as const }))
  const evmChains: EvmChains = createEvmChains({ chains, fetch: ask })
  return {
    evmChains,
    asked,
    /** Runs a function right before the next contract's verdict (ERC-1271); a response of it becomes the answer. */
    beforeVerdict: (run: () => Promise<unknown>) => void (hook = run),
    /** Runs a function right after the next reading of a Safe's owners. */
    afterOwners: (run: () => Promise<unknown>) => void (afterOwners = run),
    /** Lets one of the nodes be behind; null: none. */
    setLag: (nodes: Lag | null) => void (lag = nodes),
    /** The number of queries for contracts' verdicts. */
    verdicts: () => asked.filter(({ body }) => isProbe(body)).length,
    cut: (chainId = ETHEREUM) => void down.add(chainId),
    fix: (chainId = ETHEREUM) => void down.delete(chainId),
    /** Leaves every query without an answer until it is released. Held again meanwhile, later queries wait for that. */
    hold(chainId = ETHEREUM) {
      const gate = createGate()
      held.set(chainId, gate)
      return () => {
        if (held.get(chainId) === gate) held.delete(chainId)
        gate.open()
      }
    },
  }
}
