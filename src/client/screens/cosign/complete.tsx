import { useStore } from '../../use-store.ts'
import { useEffect } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { Level, Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { WARNING } from '../../ui/first-icons.ts'
import { CHECK, SHIELD } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { useClaim } from '../claim/use-claim.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Enough owners have confirmed, and the multisig is linked: to whom, and what that proves. */
export function Complete({ cosigning, messages }: Props) {
  const { member } = useCore()
  useAskToWrite()
  // This device does not know yet about a link that others' confirmations made.
  useEffect(() => void member.refresh(), [member])
  const linked = useLinked(cosigning)
  const level = cosigning.method === 'signatures' ? 'account' : 'quorum'
  return (
    <Screen>
      {linked === undefined ? (
        <LinkedToOthers cosigning={cosigning} messages={messages} />
      ) : (
        <LinkedToMe wallet={linked} messages={messages} />
      )}
      <ForAccount isConfirming={linked === undefined} />
      <HowVerified level={level} />
      <MultisigSection cosigning={cosigning} messages={messages} />
      <OwnersSection cosigning={cosigning} messages={messages} />
      <WayOn linked={linked} messages={messages} />
    </Screen>
  )
}

function LinkedToOthers({ cosigning, messages }: Props) {
  const text = linkedTo(cosigning, messages)
  return <Outcome icon={CHECK} tone="success" title={messages.cosign.complete} text={text} />
}

type LinkedProps = { wallet: Wallet; messages: MultisigMessages }

/** What is proven about the member, in one sentence. The proof may have become stale since. */
function LinkedToMe({ wallet, messages: { cosign } }: LinkedProps) {
  const claim = useClaim(wallet, null)
  if (claim.status !== 'ready') {
    return <Outcome icon={CHECK} tone="success" title={cosign.complete} />
  }
  const { sentence, time, isProven } = claim.value
  return (
    <Outcome
      icon={isProven ? CHECK : WARNING}
      tone={isProven ? 'success' : 'warning'}
      title={sentence}
      text={`${cosign.complete} · ${time}`}
    />
  )
}

function HowVerified({ level }: { level: Level }) {
  const { wallet } = useMessages()
  const { name, sentence } = wallet.levels[level]
  return (
    <FoldedSection header={wallet.how}>
      <Cell icon={SHIELD} title={name} subtitle={sentence} />
    </FoldedSection>
  )
}

function linkedTo({ method, mine, starter }: Cosigning, { cosign }: MultisigMessages): string {
  if (method === 'agreements') return cosign.linkedToAll
  return mine ? cosign.linkedToMe : cosign.linkedTo(isolated(starter.firstName))
}

type WayOnProps = { linked: Wallet | undefined; messages: MultisigMessages }

/** Leads those to whom the multisig is linked to its wallet. */
function WayOn({ linked, messages: { cosign } }: WayOnProps) {
  const { router } = useServices()
  const { attempt } = useMessages()
  if (linked === undefined) {
    return <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
  }
  const show = () => router.open({ screen: 'wallet', id: linked.id })
  return <MainAction text={cosign.showWallet} onPress={show} />
}

function useLinked({ multisig }: Cosigning): Wallet | undefined {
  const { member } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return undefined
  return state.me.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
}
