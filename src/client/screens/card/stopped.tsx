import { useStore } from '../../ui/use-store.ts'
import type { Card } from '#shared/card.ts'
import type { ShownWallet } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { SecondaryAction } from '../secondary-action.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { useServices } from '../use-services.ts'

type Props = { card: Card; messages: SharingMessages }

/** The member's own card, just taken back. The same wallet can be shared again, with another link. */
export function Stopped({ card, messages }: Props) {
  const { member, router } = useServices()
  const { actions } = useMessages()
  const state = useStore(member)
  const { shareAsCard, isBusy, problem } = useShareWallet()
  const wallets = state.status === 'known' ? state.me.wallets : []
  const own = wallets.find((wallet) => isSame(wallet, card.wallet))
  const { name, sentence } = messages.stopped
  return (
    <Screen>
      <Outcome icon={CROSS} tone="plain" title={name} text={sentence} />
      <ProblemNotice code={problem} />
      <MainAction text={actions.home} onPress={() => router.replace({ screen: 'home' })} />
      {own !== undefined && (
        <SecondaryAction
          text={messages.again}
          isBusy={isBusy}
          onPress={() => shareAsCard(own.id, (card) => router.replace(card))}
        />
      )}
    </Screen>
  )
}

/** Identity of a wallet: see `ProvenWallet`. */
function isSame(wallet: Wallet, shown: ShownWallet): boolean {
  if (wallet.address !== shown.address) return false
  return wallet.family === 'ton'
    ? shown.family === 'ton' && wallet.network === shown.network
    : shown.family === 'evm' && wallet.chainId === shown.chainId
}
