import type { Wallet } from '#shared/wallet.ts'
import { Notice } from '../../ui/notice.tsx'
import { RouteAction } from '../screen/bottom-actions.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useProven } from '../claim/use-proven.ts'
import { useServices } from '../context/context.ts'

/** Says that a linked multisig's proof is no longer valid, and leads to a new one. Nothing as long as it is valid. */
export function StaleNotice({ wallet }: { wallet: Wallet }) {
  const { wallets } = useServices()
  const { family, multisig, staleAt } = wallet
  const messages = useSection('multisig', staleAt !== null)
  const proven = useProven(wallet)
  if (staleAt === null || messages.status !== 'ready') return null
  const canProve = multisig !== null && wallets[family] !== null
  return (
    <>
      <Notice>{proven?.sentence}</Notice>
      {canProve && (
        <RouteAction
          to={{ screen: 'multisig', id: multisig.id }}
          text={messages.value.proveAgain}
        />
      )}
    </>
  )
}
