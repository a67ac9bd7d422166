import { atom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { Cosigning } from '#shared/multisig.ts'
import { useStore } from '../../use-store.ts'
import type { DeviceWallet, WalletApp } from '../../wallets/wallet-connector.ts'
import { useServices } from '../context/use-services.ts'
import { getNeededOwners } from './get-needed-owners.ts'

const NONE = atom<DeviceWallet>({ status: 'disconnected' })

export type ConnectedOwner = { status: 'found'; account: EvmAccount; walletApp: WalletApp }

/** The owner's account of the wallet that is connected on this device, which can sign here without a new pairing. */
export function useConnectedOwner(
  cosigning: Cosigning,
): ConnectedOwner | { status: 'restoring' | 'none' } {
  const { evm } = useServices().wallets
  const wallet = useStore(evm?.deviceWallet ?? NONE)
  const isSigned = cosigning.method === 'signatures'
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    if (!isSigned || evm === null || evm.deviceWallet.get().status === 'disconnected') return
    const restored = () => setRestored(true)
    // Also connects to the relay, so that a later tap is answered sooner.
    evm.restore().then(restored, restored)
  }, [evm, isSigned])
  if (!isSigned) return { status: 'none' }
  if (wallet.status === 'restoring' && !isRestored) return { status: 'restoring' }
  const account = wallet.status === 'connected' ? findSigner(cosigning, wallet.safeSigners) : null
  if (wallet.status !== 'connected' || account === null) return { status: 'none' }
  return { status: 'found', account, walletApp: wallet.walletApp }
}

/** On the Safe's own chain, because wallets sign typed data only on the chain that is named in it. */
function findSigner(
  { multisig, owners }: Extract<Cosigning, { method: 'signatures' }>,
  offered: readonly EvmAccount[] = [],
): EvmAccount | null {
  const here = offered.filter(({ chainId }) => chainId === multisig.chainId)
  for (const owner of getNeededOwners(owners)) {
    const account = here.find(({ address }) => address.toLowerCase() === owner.toLowerCase())
    if (account !== undefined) return account
  }
  return null
}
