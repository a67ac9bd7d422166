import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { useCore, useMe, useServices } from '../context/use-services.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import type { Me } from '../member/member.ts'
import { STAR, UNLINK } from '../../ui/icons.ts'
import { VerifyAgain } from './verify-again.tsx'

/** Actions for a linked wallet. */
export function WalletActions({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { router } = useServices()
  const { wallet: messages } = useMessages()
  const me = useMe()
  const { id } = wallet
  const { message, ...question } = messages.unlinkAsk(unbrokenAddress(wallet))
  const whole = isRequested(wallet, me) ? `${message} ${messages.unlinkWaiting}` : message
  const unlink = async () => {
    await member.unlink(id)
    const route = router.route.get()
    // Skip this if the member has moved on meanwhile.
    if (route.screen === 'wallet' && route.id === id) router.replace({ screen: 'home' })
  }
  return (
    <>
      {!wallet.primary && (
        <TaskSection
          footer={messages.primaryNote}
          icon={STAR}
          title={messages.makePrimary}
          work={() => member.updateWallet(id, { primary: true })}
        />
      )}
      <TaskSection
        icon={UNLINK}
        tone="destructive"
        title={messages.unlink}
        loss={{ ...question, message: whole }}
        work={unlink}
        hasHaptic
      >
        <VerifyAgain wallet={wallet} />
      </TaskSection>
    </>
  )
}

/** Whether another account has asked for this wallet. */
function isRequested({ family, address }: Wallet, me: Me | null): boolean {
  const consents = me?.consents ?? []
  return consents.some((asked) => asked.family === family && asked.address === address)
}
