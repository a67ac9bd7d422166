import type { Multisig, MultisigDetail, Owner } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { Recent } from '../screen/recent.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SafeVersion, SafeWarnings } from '../account/safe-facts.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useKindName } from '../account/use-kind-name.ts'
import { AddressSection } from '../account/address-section.tsx'
import { CollectAction } from './collect-action.tsx'
import { ProvenSection } from './proven-section.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { RouteCell } from '../screen/route-cell.tsx'
import { ChainName } from './multisig-line.tsx'
import { CLOCK, OWNERS, PEN } from '../../ui/icons.ts'
import { CosigningProgress } from './cosigning-progress.tsx'
import { TimeToGo } from './time-to-go.tsx'
import { Pill } from '../../ui/pill.tsx'
import { holds } from './holds.ts'
import { Badge } from '../../ui/badge.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { SmallAvatar } from '../../ui/small-avatar.tsx'
import type { Addressed } from '../account/unbroken-address.ts'
import { ShortAddress } from '../account/short-address.tsx'
import { ownerAccount } from './owner-account.ts'

type Props = {
  multisig: MultisigDetail
  /** Whether its chain has just answered. */
  isFresh: boolean
  /** Why the last refresh failed. */
  problem: ProblemCode | null
  /** The data on the screen is out of date. */
  onChanged: () => void
}

/** Everything about one multisig, with the one thing that the member can do about it. */
export function Detail({ multisig, isFresh, problem, onChanged }: Props) {
  const messages = useMessagesOf('multisig')
  const kind = useKindName({ ...multisig, multisig: null })
  return (
    <Screen title={kind.status === 'ready' ? kind.value : messages.title}>
      <ProblemNotice code={problem} />
      {!isFresh && <Notice>{messages.notRead}</Notice>}
      <RuleSection multisig={multisig} />
      {multisig.family === 'evm' ? (
        <SafeWarnings safe={multisig} />
      ) : (
        <ProposersSection multisig={multisig} />
      )}
      <ProvenSection multisig={multisig} />
      <UnderWaySection multisig={multisig} />
      <ProvableSection multisig={multisig} />
      <OwnersSection multisig={multisig} />
      <AddressSection wallet={multisig} />
      <FactsSection multisig={multisig} />
      <CollectAction multisig={multisig} onChanged={onChanged} />
    </Screen>
  )
}

type DetailSectionProps = { multisig: MultisigDetail }

/** The multisig's chain, its version, and when the chain was last read. */
function FactsSection({ multisig }: DetailSectionProps) {
  const messages = useMessagesOf('multisig')
  const { messages: appMessages } = useLocalization()
  return (
    <Section>
      <Cell title={appMessages.wallet.network} after={<ChainName multisig={multisig} />} />
      {multisig.family === 'evm' && <SafeVersion version={multisig.version} />}
      <Cell title={messages.readAt} after={<Recent at={multisig.checkedAt} />} />
    </Section>
  )
}

/** How many of its owners must agree. */
function RuleSection({ multisig: { threshold, ownerCount } }: DetailSectionProps) {
  const messages = useMessagesOf('multisig')
  const { language } = useLocalization()
  const part = formatCount(language, threshold)
  const whole = formatCount(language, ownerCount)
  return (
    <Section>
      <Cell
        icon={OWNERS}
        title={messages.rule}
        subtitle={messages.ruleNote}
        after={messages.ratio({ part, whole })}
      />
    </Section>
  )
}

type ProposersSectionProps = { multisig: Extract<Multisig, { family: 'ton' }> }

/** Accounts that may propose without being an owner, if there are any. */
function ProposersSection({ multisig: { proposers } }: ProposersSectionProps) {
  const messages = useMessagesOf('multisig')
  if (proposers === 0) return null
  return (
    <Section>
      <Cell icon={PEN} title={messages.proposers(proposers)} subtitle={messages.proposersNote} />
    </Section>
  )
}

/** The member's own cosigning, if one is open. */
function UnderWaySection({ multisig: { cosigning } }: DetailSectionProps) {
  const messages = useMessagesOf('multisig')
  if (cosigning === null) return null
  return (
    <Section header={messages.underWay}>
      <RouteCell
        to={{ screen: 'cosign', code: cosigning.code }}
        icon={CLOCK}
        tone="accent"
        title={<CosigningProgress cosigning={cosigning} />}
        subtitle={<TimeToGo until={cosigning.expiresAt} />}
      />
    </Section>
  )
}

/** What its owners can still prove together. */
function ProvableSection({ multisig }: DetailSectionProps) {
  const messages = useMessagesOf('multisig')
  const { wallet } = useMessages()
  const { attainable, level, threshold } = multisig
  const cannotSign = multisig.family === 'evm' && !multisig.canSign
  const evm = useSection('evm', cannotSign)
  if (holds(multisig) && level === attainable) return null
  const sentence =
    attainable === 'account' ? messages.toAccount(threshold) : messages.toQuorum(threshold)
  return (
    <Section
      header={messages.provable}
      footer={evm.status === 'ready' ? evm.value.safe.cannotSign : undefined}
    >
      <Cell
        icon={PEN}
        title={<Pill tone="quiet">{wallet.levels[attainable].name}</Pill>}
        subtitle={sentence}
      />
    </Section>
  )
}

/** The owners in the chain's order, each with the address, and with a name only where they allow it. */
function OwnersSection({ multisig }: { multisig: MultisigDetail }) {
  const messages = useMessagesOf('multisig')
  return (
    <Section header={messages.owners} footer={messages.ownersNote}>
      {multisig.owners.map((owner) => (
        <OwnerCell
          key={owner.address}
          owner={owner}
          account={ownerAccount(multisig, owner.address)}
        />
      ))}
    </Section>
  )
}

type CellProps = { owner: Owner; account: Addressed }

function OwnerCell({ owner: { person, mine }, account }: CellProps) {
  const messages = useMessagesOf('multisig')
  const address = <ShortAddress wallet={account} />
  const you = mine && { after: <Badge>{messages.you}</Badge> }
  if (person === null) return <Cell icon={WALLET} title={address} {...you} />
  return (
    <Cell
      tile={<SmallAvatar name={person.firstName} />}
      title={<bdi>{person.firstName}</bdi>}
      subtitle={
        <>
          {person.username !== null && (
            <>
              <bdi>@{person.username}</bdi> ·{' '}
            </>
          )}
          {address}
        </>
      }
      {...you}
    />
  )
}
