import type { TonNetwork } from '#shared/wallet.ts'
import type { ConfigReader } from './config-reader.ts'

/** A toncenter API of one provider, and its key. */
export type TonApiConfig = { url: string; apiKey: string | null }

export type TonConfig = {
  network: TonNetwork
  /** The preferred first. */
  apis: readonly [TonApiConfig, ...TonApiConfig[]]
}

const NETWORKS = { mainnet: '-239', testnet: '-3' } as const satisfies Record<string, TonNetwork>

const API_URLS: Record<TonNetwork, string> = {
  '-239': 'https://toncenter.com',
  '-3': 'https://testnet.toncenter.com',
}

/** Each key belongs to the URL at the same position, so no key reaches another provider. */
export function readTon(reader: ConfigReader): TonConfig {
  const network = NETWORKS[reader.optional('TON_NETWORK', 'mainnet')]
  const [first, ...others] = reader.optional('TON_API_URL', [API_URLS[network]])
  const keys = reader.optional('TON_API_KEY', [])
  const withKey = (url: string, index: number) => ({ url, apiKey: keys[index] || null })
  const isListed = reader.bad.every(({ name }) => name !== 'TON_API_URL')
  if (isListed && keys.length > 1 + others.length) reader.refuse('TON_API_KEY')
  return {
    network,
    apis: [withKey(first, 0), ...others.map((url, index) => withKey(url, index + 1))],
  }
}
