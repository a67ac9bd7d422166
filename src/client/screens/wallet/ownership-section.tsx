import type { Wallet } from '#shared/wallet.ts'
import { SignedMultisigsSection } from '../multisig/signed-multisigs-section.tsx'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'

/** A multisig's owners; for a key's wallet, the multisigs that it signs for. Nothing if its family is not offered. */
export function OwnershipSection({ wallet }: { wallet: Wallet }) {
  const { wallets } = useServices()
  if (wallets[wallet.family] === null) return null
  if (wallet.multisig !== null) return <MultisigSection multisig={wallet.multisig} />
  return wallet.level === 'key' ? <SignedMultisigsSection wallet={wallet} /> : null
}
