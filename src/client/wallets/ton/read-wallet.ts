import type { Wallet, WalletInfo } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonProofSchema } from '#shared/ton-proof.ts'
import type { WalletApp } from '../wallet-connector.ts'
import type { KnownTonWallet } from './connection-state.ts'

const { address, network, stateInit, publicKey } = TonProofSchema.entries

const AccountSchema = v.object({
  address,
  chain: network,
  walletStateInit: v.fallback(stateInit, ''),
  publicKey: v.fallback(publicKey, undefined),
})

/** What a wallet says of itself, which may be anything. */
const DeviceSchema = v.fallback(
  v.object({
    appName: v.fallback(v.string(), ''),
    features: v.fallback(v.array(v.unknown()), []),
  }),
  { appName: '', features: [] },
)

/** Before 2025-05 the protocol's `SignData` had no types, and signed cells only. */
const SignsTextsSchema = v.object({
  name: v.literal('SignData'),
  types: v.pipe(v.array(v.unknown()), v.includes('text')),
})

type Known = {
  wallets: readonly WalletInfo[]
  /** The wallet app that was opened; null where that is not known. */
  opened: WalletApp | null
}

/** What a wallet shared as it connected; null if its account cannot be read. */
export function readWallet({ account, device }: Wallet, known: Known): KnownTonWallet | null {
  const shared = v.safeParse(AccountSchema, account)
  if (!shared.success) return null
  const { chain, walletStateInit, ...named } = shared.output
  const { appName, features } = v.parse(DeviceSchema, device)
  return {
    status: 'connected',
    ...named,
    network: chain,
    stateInit: walletStateInit,
    walletApp: findApp(appName, known),
    signs: features.some((feature) => v.is(SignsTextsSchema, feature)),
  }
}

/** The wallet app that answered, as the list names it where it is on the list. */
function findApp(appName: string, { wallets, opened }: Known): WalletApp {
  const wallet = wallets.find((info) => info.appName.toLowerCase() === appName.toLowerCase())
  if (wallet !== undefined) return { appName: wallet.appName, name: wallet.name }
  if (appName === '' && opened !== null) return opened
  return { appName: '', name: appName }
}
