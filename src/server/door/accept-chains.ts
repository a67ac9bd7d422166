import type { Config } from '../config/config.ts'
import type { Accepts } from './judge-door.ts'

/** Whether the operator offers wallets of a chain, by their configuration. */
export function acceptChains({ ton, evm }: Pick<Config, 'ton' | 'evm'>): Accepts {
  const chains = evm.policy === 'off' ? [] : evm.chains.map(({ id }) => id)
  return (place) => {
    if (place.family === 'ton') return place.network === ton.network
    return place.chainId === null ? chains.length > 0 : chains.includes(place.chainId)
  }
}
