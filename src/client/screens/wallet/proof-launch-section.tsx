import type { Wallet } from '#shared/wallet.ts'
import { displayAddress } from '#shared/display-address.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { Cell } from '../../ui/list.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { SHIELD } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { useStore } from '../../use-store.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useCore } from '../context/use-services.ts'

/**
 * The launch by which Telegram has just signed the proof of this wallet: asks whether to use it, or says that it is
 * stored. Nothing without such a launch.
 */
export function ProofLaunchSection({ wallet }: { wallet: Wallet }) {
  const { proofLaunch } = useCore()
  const state = useStore(proofLaunch)
  const messages = useSection('sharing')
  const { language } = useLocalization()
  if (messages.status !== 'ready') return null
  const isOfWallet = 'walletId' in state && state.walletId === wallet.id
  if (!isOfWallet) return null
  if (state.status === 'asked') return <Ask wallet={wallet} agree={state.agree} />
  const { includedFrom } = state.launch
  return <Notice>{messages.value.proof.done(formatMoment(language, includedFrom))}</Notice>
}

type AskProps = { wallet: Wallet; agree: () => Promise<void> }

/** Which wallet and which account Telegram's signature would put together, and what it discloses. */
function Ask({ wallet, agree }: AskProps) {
  const { proof } = useMessagesOf('sharing')
  return (
    <>
      <ForAccount />
      <TaskSection
        header={proof.ask}
        footer={proof.byLaunch.disclosure}
        icon={SHIELD}
        tone="accent"
        title={proof.agree}
        work={agree}
      >
        <Cell icon={WALLET} title={<Address value={displayAddress(wallet)} />} />
      </TaskSection>
    </>
  )
}
