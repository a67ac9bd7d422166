import { useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { HomeAction, MainAction } from '../screen/bottom-actions.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { CosigningView } from './cosigning-view.ts'
import { createSignedHere } from './signed-here.ts'
import { useCore, useMe, useServices } from '../context/context.ts'
import { describePurpose } from '../screen/describe-purpose.ts'
import { Ask } from './ask.tsx'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'
import { SignedText } from '../signing/signed-text.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { SafeHash } from '../signing/safe-hash.tsx'
import { formatCount, isolated } from '../../i18n/format.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { personLine } from '../person/person-line.tsx'
import { Hero } from '../../ui/hero.tsx'
import { CHECK, CLOCK, CROSS, PEN, UNLINK } from '../../ui/icons.ts'
import { Outcome } from '../screen/outcome.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { ownerAccount } from '../multisig/owner-account.ts'
import { ShareActions, shareLink } from '../share/share-actions.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { Recent } from '../screen/recent.tsx'

type Props = {
  cosigning: Cosigning
  /** Why the last refresh failed. */
  problem: ProblemCode | null
  view: CosigningView
}

/** An open cosigning: its purpose, which owners have confirmed, and the one thing to do. */
export function OpenCosigning({ cosigning, problem, view }: Props) {
  const { boot } = useServices()
  const { cosign } = useMessagesOf('multisig')
  const part = usePart(cosigning)
  const isCounted = part !== 'none'
  const whatIsSigned = (
    <>
      {!isCounted && <WhoseItIs cosigning={cosigning} />}
      <WhatIsSigned cosigning={cosigning} />
    </>
  )
  return (
    <Screen>
      <Headline cosigning={cosigning} isCounted={isCounted} />
      <ForAccount isConfirming={!cosigning.mine} footer={describePurpose(boot)} />
      <ProblemNotice code={problem} />
      {cosigning.problem !== null && <Stuck code={cosigning.problem} />}
      {!cosigning.mine && <WhoAsks cosigning={cosigning} />}
      {!cosigning.mine && whatIsSigned}
      <MultisigSection cosigning={cosigning} />
      {cosigning.mine && (
        <StarterSection
          cosigning={cosigning}
          isSendingNext={isCounted && lacksOwners(cosigning)}
          view={view}
        />
      )}
      <OwnersSection cosigning={cosigning} />
      {cosigning.mine && whatIsSigned}
      {part === 'own' && <Given cosigning={cosigning} view={view} />}
      {part === 'anonymous' && <Notice>{cosign.givenAnonymously}</Notice>}
      {isCounted ? <Onward cosigning={cosigning} /> : <Ask cosigning={cosigning} />}
    </Screen>
  )
}

/** Whether the member has confirmed, by name or anonymously. One who linked an owner's wallet since can sign again. */
function usePart({ code, method, owners, signedAs }: Cosigning): 'own' | 'anonymous' | 'none' {
  const { storage } = useCore()
  const [isSignedHere] = useState(() => createSignedHere(storage).has(code))
  if (signedAs !== null) return 'own'
  const isAnonymous = isSignedHere && method === 'signatures' && !owners.some(({ mine }) => mine)
  return isAnonymous ? 'anonymous' : 'none'
}

function lacksOwners({ signed, multisig }: Cosigning): boolean {
  return signed < multisig.threshold
}

/** What comes next for an owner who has confirmed: the owners who have not. The starter's ways to send contain it. */
function Onward({ cosigning }: CosigningSectionProps) {
  const { telegram } = useServices()
  const { attempt } = useMessages()
  const { cosign } = useMessagesOf('multisig')
  if (!lacksOwners(cosigning)) return <HomeAction text={attempt.done} />
  if (cosigning.mine) return null
  const send = () => telegram.openTelegramLink(shareLink(cosigning.url))
  return <MainAction text={cosign.sendToOwners} onPress={send} />
}

/** There are enough confirmations, but the multisig, or its chain, has not accepted them. */
function Stuck({ code }: { code: ProblemCode }) {
  const { stuck, stuckNote } = useMessagesOf('multisig').cosign
  return (
    <>
      <Notice>
        {stuck} {stuckNote}
      </Notice>
      <ProblemNotice code={code} />
    </>
  )
}

type CosigningSectionProps = { cosigning: Cosigning }

/** The sentence itself, and what the owners' wallets show for it. */
function WhatIsSigned({ cosigning }: CosigningSectionProps) {
  const { cosign } = useMessagesOf('multisig')
  if (cosigning.method === 'agreements') return <Notice>{cosign.proveOwn}</Notice>
  const { message, multisig, starter } = cosigning
  return (
    <>
      <SignedText
        header={cosign.text}
        note={cosign.textNote}
        text={message}
        firstName={starter.firstName}
      />
      <SafeHash safe={multisig} text={message} frame={FoldedSection} />
    </>
  )
}

/** The starter, according to Telegram, and a warning as long as the member can still decide. */
function WhoAsks({ cosigning: { starter, signedAs } }: CosigningSectionProps) {
  const { cosign } = useMessagesOf('multisig')
  return (
    <>
      <Section header={cosign.whoAsks} footer={cosign.fromTelegram}>
        <Cell {...personLine(starter)} />
      </Section>
      {signedAs === null && <Notice>{cosign.knowThem(isolated(starter.firstName))}</Notice>}
    </>
  )
}

/** Who is asked to confirm and what that leads to; or that the member has confirmed. */
function Headline({ cosigning, isCounted }: CosigningSectionProps & { isCounted: boolean }) {
  const { cosign } = useMessagesOf('multisig')
  if (isCounted) return <Counted cosigning={cosigning} />
  return (
    <Hero icon={PEN} title={getTitle(cosigning, cosign)}>
      {leadsTo(cosigning, cosign)}
    </Hero>
  )
}

function Counted({ cosigning }: CosigningSectionProps) {
  const { cosign } = useMessagesOf('multisig')
  const { language } = useLocalization()
  const { method, signed, multisig } = cosigning
  const part = formatCount(language, signed)
  const whole = formatCount(language, multisig.threshold)
  return (
    <Outcome
      icon={CHECK}
      tone="success"
      title={method === 'signatures' ? cosign.signatureCounts : cosign.agreementCounts}
      text={cosign.soFar({ part, whole })}
    />
  )
}

type CosignMessages = Messages['multisig']['cosign']

function getTitle({ mine, method, starter }: Cosigning, cosign: CosignMessages): string {
  const name = isolated(starter.firstName)
  if (mine) return method === 'signatures' ? cosign.waiting.signatures : cosign.waiting.agreements
  return method === 'signatures' ? cosign.asksSignature(name) : cosign.asksAgreement(name)
}

function leadsTo({ mine, method, starter }: Cosigning, cosign: CosignMessages): string {
  if (method === 'agreements') return cosign.leadsToAll
  return mine ? cosign.leadsToMe : cosign.leadsToStarter(isolated(starter.firstName))
}

type GivenProps = CosigningSectionProps & { view: CosigningView }

/** The member has confirmed, and can take that back as long as nothing is linked. */
function Given({ cosigning: { multisig, signedAs }, view }: GivenProps) {
  const { cosign } = useMessagesOf('multisig')
  useAskToWrite()
  return (
    <TaskSection
      icon={UNLINK}
      tone="destructive"
      title={cosign.withdraw}
      loss={cosign.withdrawAsk}
      work={() => view.withdraw()}
      hasHaptic
    >
      {signedAs !== null && (
        <Cell
          icon={WALLET}
          title={cosign.signedAs}
          after={<ShortAddress wallet={ownerAccount(multisig, signedAs)} />}
        />
      )}
    </TaskSection>
  )
}

type WhoseProps = { cosigning: Cosigning }

/** What happens to a confirmation that would not be attributed to the member. Stands before what they would sign. */
function WhoseItIs({ cosigning: { method, multisig, owners } }: WhoseProps) {
  const { cosign } = useMessagesOf('multisig')
  const own = owners.filter(({ mine }) => mine)
  const isOffered = useOfferedFamilies().includes(multisig.family)
  // Before the member is known, nobody's wallets are.
  if (useMe() === null || !isOffered) return null
  if (own.some(({ signed }) => signed)) return <Notice>{cosign.anonymous}</Notice>
  if (own.length > 0) return null
  return <Notice>{method === 'signatures' ? cosign.unlistedSignature : cosign.unlisted}</Notice>
}

type StarterProps = {
  cosigning: Cosigning
  /** Whether the screen's main action is to send the link. */
  isSendingNext: boolean
  view: CosigningView
}

/** For the starter: the link to send, when it expires, and a way to cancel. */
function StarterSection({ cosigning, isSendingNext, view }: StarterProps) {
  const { cosign } = useMessagesOf('multisig')
  const { code, url, expiresAt, signedAs } = cosigning
  const { stay, ...question } = cosign.cancelAsk
  return (
    <>
      <ShareActions
        code={code}
        url={url}
        note={signedAs === null ? cosign.mineText : undefined}
        mainTitle={isSendingNext ? cosign.sendToOwners : undefined}
      />
      <TaskSection
        footer={cosign.remind}
        icon={CROSS}
        tone="destructive"
        title={cosign.cancel}
        loss={{ ...question, cancel: stay }}
        work={() => view.cancel()}
      >
        <Cell icon={CLOCK} title={cosign.until} after={<Recent at={expiresAt} />} />
      </TaskSection>
    </>
  )
}
