import type { Wallet } from '#shared/wallet.ts'
import type { AppMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import type { MemberState } from '../member/member-state.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'
import { STAR, UNLINK } from '../../ui/icons.ts'
import { VerifyAgain } from './verify-again.tsx'

/** Actions for a linked wallet. */
export function WalletActions({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { router, telegram, member: state } = useServices()
  const { wallet: messages, common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const { id } = wallet
  const unlink = async () => {
    const question = unlinkQuestion(wallet, { state: state.get(), messages })
    if (!(await telegram.ask({ ...question, cancel: common.cancel, destructive: true }))) return
    await member.unlink(id)
    telegram.haptic('success')
    const route = router.route.get()
    // Skip this if the member has moved on meanwhile.
    if (route.screen === 'wallet' && route.id === id) router.replace({ screen: 'home' })
  }
  return (
    <>
      {!wallet.primary && (
        <Section footer={messages.primaryNote}>
          <ActionCell
            icon={STAR}
            title={messages.makePrimary}
            isBusy={isBusy}
            onPress={() => run(() => member.updateWallet(id, { primary: true }))}
          />
        </Section>
      )}
      <Section>
        <VerifyAgain wallet={wallet} />
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={messages.unlink}
          isBusy={isBusy}
          onPress={() => run(unlink)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

function unlinkQuestion(
  wallet: Wallet,
  { state, messages }: { state: MemberState; messages: AppMessages['wallet'] },
) {
  const question = messages.unlinkAsk(unbrokenAddress(wallet))
  return isRequested(wallet, state)
    ? { ...question, message: `${question.message} ${messages.unlinkWaiting}` }
    : question
}

/** Whether another account has asked for this wallet. */
function isRequested({ family, address }: Wallet, state: MemberState): boolean {
  if (state.status !== 'known') return false
  return state.me.consents.some((asked) => asked.family === family && asked.address === address)
}
