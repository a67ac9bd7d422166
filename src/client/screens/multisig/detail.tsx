import type { MultisigDetail } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useKindName } from '../use-kind-name.ts'
import { AddressSection } from '../wallet/address-section.tsx'
import { SafeWarnings } from '../wallet/safe-warnings.tsx'
import { CollectAction } from './collect-action.tsx'
import { FactsSection } from './facts-section.tsx'
import { OwnersSection } from './owners-section.tsx'
import { ProposersSection } from './proposers-section.tsx'
import { ProvableSection } from './provable-section.tsx'
import { ProvenSection } from './proven-section.tsx'
import { RuleSection } from './rule-section.tsx'
import { UnderWaySection } from './under-way-section.tsx'

type Props = {
  multisig: MultisigDetail
  /** Whether its chain has just answered. */
  isFresh: boolean
  /** Why the last refresh failed. */
  problem: ProblemCode | null
  /** The data on the screen is out of date. */
  onChanged: () => void
  messages: MultisigMessages
}

/** Everything about one multisig, with the one thing that the member can do about it. */
export function Detail({ multisig, isFresh, problem, onChanged, messages }: Props) {
  const kind = useKindName({ ...multisig, multisig: null })
  return (
    <Screen title={kind.status === 'ready' ? kind.value : messages.title}>
      <ProblemNotice code={problem} />
      {!isFresh && <Notice>{messages.notRead}</Notice>}
      <RuleSection multisig={multisig} messages={messages} />
      {multisig.family === 'evm' ? (
        <SafeWarnings safe={multisig} />
      ) : (
        <ProposersSection multisig={multisig} messages={messages} />
      )}
      <ProvenSection multisig={multisig} messages={messages} />
      <UnderWaySection multisig={multisig} messages={messages} />
      <ProvableSection multisig={multisig} messages={messages} />
      <OwnersSection multisig={multisig} messages={messages} />
      <AddressSection wallet={multisig} />
      <FactsSection multisig={multisig} messages={messages} />
      <CollectAction multisig={multisig} onChanged={onChanged} messages={messages} />
    </Screen>
  )
}
