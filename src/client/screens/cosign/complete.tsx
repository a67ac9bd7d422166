import { useEffect } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { Level, Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/list.tsx'
import { CHECK, SHIELD } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { ClaimOutcome } from '../claim/claim-outcome.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ForAccount } from '../person/for-account.tsx'
import { HomeAction, RouteAction } from '../screen/bottom-actions.tsx'
import { explainedLine } from '../screen/explained-line.ts'
import { Outcome } from '../screen/outcome.tsx'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { useCore, useMe } from '../context/context.ts'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'

type Props = { cosigning: Cosigning }

/** Enough owners have confirmed, and the multisig is linked: to whom, and what that proves. */
export function Complete({ cosigning }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const { member } = useCore()
  useAskToWrite()
  // This device does not know yet about a link that others' confirmations made.
  useEffect(() => void member.refresh(), [member])
  const linked = useLinked(cosigning)
  const level = cosigning.method === 'signatures' ? 'account' : 'quorum'
  return (
    <Screen>
      {linked === undefined ? (
        <LinkedToOthers cosigning={cosigning} />
      ) : (
        <ClaimOutcome wallet={linked} done={cosign.complete} />
      )}
      <ForAccount isConfirming={linked === undefined} />
      <HowVerified level={level} />
      <MultisigSection cosigning={cosigning} />
      <OwnersSection cosigning={cosigning} />
      <WayOn linked={linked} />
    </Screen>
  )
}

function LinkedToOthers({ cosigning: { method, mine, starter } }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const toOne = mine ? cosign.linkedToMe : cosign.linkedTo(isolated(starter.firstName))
  const text = method === 'agreements' ? cosign.linkedToAll : toOne
  return <Outcome icon={CHECK} tone="success" title={cosign.complete} text={text} />
}

function HowVerified({ level }: { level: Level }) {
  const { wallet } = useMessages()
  return (
    <FoldedSection header={wallet.how}>
      <Cell icon={SHIELD} {...explainedLine(wallet.levels[level])} />
    </FoldedSection>
  )
}

/** Leads those to whom the multisig is linked to its wallet. */
function WayOn({ linked }: { linked: Wallet | undefined }) {
  const { attempt } = useMessages()
  const { cosign } = useMessagesOf('multisig')
  if (linked === undefined) return <HomeAction text={attempt.done} />
  return <RouteAction to={{ screen: 'wallet', id: linked.id }} text={cosign.showWallet} />
}

function useLinked({ multisig }: Cosigning): Wallet | undefined {
  return useMe()?.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
}
