import type { Wallet } from '#shared/wallet.ts'
import { Notice } from '../../ui/notice.tsx'
import { MainAction } from '../main-action.tsx'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { useProven } from '../use-proven.ts'
import { useServices } from '../use-services.ts'

/** Says that a linked multisig's proof is no longer valid, and leads to a new one. Nothing as long as it is valid. */
export function StaleNotice({ wallet }: { wallet: Wallet }) {
  const { router, wallets } = useServices()
  const { family, multisig, staleAt } = wallet
  const messages = useMultisigMessages(staleAt !== null)
  const proven = useProven(wallet)
  if (staleAt === null || messages.status !== 'ready') return null
  const canProve = multisig !== null && wallets[family] !== null
  return (
    <>
      <Notice>{proven?.sentence}</Notice>
      {canProve && (
        <MainAction
          text={messages.value.proveAgain}
          onPress={() => router.open({ screen: 'multisig', id: multisig.id })}
        />
      )}
    </>
  )
}
