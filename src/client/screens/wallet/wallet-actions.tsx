import type { Wallet, WalletMultisig } from '#shared/wallet.ts'
import type { AppMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../unbroken-address.ts'
import type { MemberState } from '../member/member-state.ts'
import type { Route } from '../routing/router.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { REFRESH, STAR, UNLINK } from '../../ui/icons.ts'

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

/** Only for a wallet that can be connected here; for a multisig, its owners are asked. */
function VerifyAgain({ wallet }: { wallet: Wallet }) {
  const { router, wallets } = useServices()
  const { wallet: messages } = useMessages()
  const { family, multisig, staleAt } = wallet
  // For a multisig whose proof has ended, this is the main action.
  if (wallets[family] === null || (multisig !== null && staleAt !== null)) return null
  return (
    <LinkCell
      icon={REFRESH}
      title={messages.reverify}
      onPress={() => router.open(multisig === null ? { screen: 'connect' } : toOwners(multisig))}
    />
  )
}

function toOwners({ id }: WalletMultisig): Route {
  return { screen: 'multisig', id }
}
