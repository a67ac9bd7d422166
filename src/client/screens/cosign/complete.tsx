import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { CHECK, SHIELD } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useAskToWrite } from '../use-ask-to-write.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Enough owners have confirmed, and the multisig is linked: to whom, and what that proves. */
export function Complete({ cosigning, messages }: Props) {
  const { member } = useCore()
  const { wallet } = useMessages()
  useAskToWrite()
  // This device does not know yet about a link that others' confirmations made.
  useEffect(() => void member.refresh(), [member])
  const level = wallet.levels[cosigning.method === 'signatures' ? 'account' : 'quorum']
  return (
    <Screen>
      <Outcome
        icon={CHECK}
        tone="success"
        title={messages.cosign.complete}
        text={linkedTo(cosigning, messages)}
      />
      <Section>
        <Cell icon={SHIELD} title={level.name} subtitle={level.sentence} />
      </Section>
      <MultisigSection cosigning={cosigning} messages={messages} />
      <OwnersSection cosigning={cosigning} messages={messages} />
      <WayOn cosigning={cosigning} messages={messages} />
    </Screen>
  )
}

function linkedTo({ method, mine, starter }: Cosigning, { cosign }: MultisigMessages): string {
  if (method === 'agreements') return cosign.linkedToAll
  return mine ? cosign.linkedToMe : cosign.linkedTo(isolated(starter.firstName))
}

/** Leads those to whom the multisig is linked to its wallet. */
function WayOn({ cosigning, messages: { cosign } }: Props) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const wallet = useLinked(cosigning)
  if (wallet === undefined) {
    return <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
  }
  const show = () => router.open({ screen: 'wallet', id: wallet.id })
  return <MainAction text={cosign.showWallet} onPress={show} />
}

function useLinked({ multisig }: Cosigning): Wallet | undefined {
  const { member } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return undefined
  return state.me.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
}
