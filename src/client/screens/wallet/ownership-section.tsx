import type { Wallet } from '#shared/wallet.ts'
import { SignedMultisigsSection } from '../multisig/signed-multisigs-section.tsx'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'

/** Who owns a multisig; of a key's wallet, which multisigs it is an owner of. Nothing where its family is not offered. */
export function OwnershipSection({ wallet }: { wallet: Wallet }) {
  const { wallets } = useServices()
  if (wallets[wallet.family] === null) return null
  if (wallet.multisig !== null) return <MultisigSection multisig={wallet.multisig} />
  return wallet.level === 'key' ? <SignedMultisigsSection wallet={wallet} /> : null
}
