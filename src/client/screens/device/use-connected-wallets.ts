import { atom } from 'nanostores'
import * as v from 'valibot'
import { EvmAddressSchema, RawTonAddressSchema, TonNetworkSchema } from '#shared/address.ts'
import { type Family, FAMILIES } from '#shared/wallet.ts'
import { useStore } from '../../use-store.ts'
import type { DeviceWallet, WalletApp, WalletConnector } from '../../wallets/wallet-connector.ts'
import type { Addressed } from '../account/unbroken-address.ts'
import { useServices } from '../context/context.ts'

/** A wallet that is connected on this device, which is not the same as linked on the server. */
export type ConnectedWallet = {
  family: Family
  connector: WalletConnector
  walletApp: WalletApp
  /** Null where the wallet reports no valid address. */
  account: Addressed | null
}

const NOWHERE = atom<DeviceWallet>({ status: 'disconnected' })

/** At most one of each family. */
export function useConnectedWallets(): readonly ConnectedWallet[] {
  const { wallets } = useServices()
  const devices = {
    ton: useStore(wallets.ton.deviceWallet),
    evm: useStore(wallets.evm?.deviceWallet ?? NOWHERE),
  }
  return FAMILIES.flatMap((family) => {
    const connector = wallets[family]
    const device = devices[family]
    if (connector === null || device.status !== 'connected') return []
    const { walletApp } = device
    return [{ family, connector, walletApp, account: findAccount(family, device) }]
  })
}

/** The connection of a linked wallet on this device; undefined where it has none. */
export function useConnection(wallet: Addressed): ConnectedWallet | undefined {
  return useConnectedWallets().find(({ account }) => account !== null && isSame(account, wallet))
}

export function isSame(one: Addressed, other: Addressed): boolean {
  return (
    one.family === other.family &&
    one.address.toLowerCase() === other.address.toLowerCase() &&
    (one.family !== 'ton' || other.family !== 'ton' || one.network === other.network)
  )
}

function findAccount(
  family: Family,
  { address, network }: Extract<DeviceWallet, { status: 'connected' }>,
): Addressed | null {
  if (family === 'evm') return v.is(EvmAddressSchema, address) ? { family, address } : null
  const isShown = v.is(RawTonAddressSchema, address) && v.is(TonNetworkSchema, network)
  return isShown ? { family, address, network } : null
}
