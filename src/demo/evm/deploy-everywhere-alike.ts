import { type Address, type Hex, concat, getCreate2Address } from 'viem'
import type { ChainLine } from './chain-line.ts'

/**
 * Safe's singleton factory: what is deployed through it has the same address on every chain.
 *
 * @see https://github.com/safe-global/safe-singleton-factory
 */
const SINGLETON_FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'
/** The same code, which anvil has from its start: the deterministic deployment proxy. */
const DEPLOYMENT_PROXY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const NO_SALT: Hex = `0x${'00'.repeat(32)}`

/** Deploys contracts where they are on real chains. @param codes code that makes a contract */
export async function deployEverywhereAlike(line: ChainLine, codes: readonly Hex[]): Promise<void> {
  const factory = await line.client.getCode({ address: DEPLOYMENT_PROXY })
  if (factory === undefined) throw new Error('This anvil has no deployment proxy')
  await line.placeCode(SINGLETON_FACTORY, factory)
  await line.sendAll(
    codes.map((code) => ({ to: SINGLETON_FACTORY, data: concat([NO_SALT, code]) })),
  )
}

/** The address of such a contract. It depends only on the code. */
export function addressEverywhere(code: Hex): Address {
  return getCreate2Address({ from: SINGLETON_FACTORY, salt: NO_SALT, bytecode: code })
}
