import { useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { CosigningView } from './cosigning-view.ts'
import { createSignedHere } from './signed-here.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { Ask } from './ask.tsx'
import { Given } from './given.tsx'
import { Headline } from './headline.tsx'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'
import { StarterSection } from './starter-section.tsx'
import { WhatIsSigned } from './what-is-signed.tsx'
import { WhoAsks } from './who-asks.tsx'

type Props = {
  cosigning: Cosigning
  /** Why the last refresh failed. */
  problem: ProblemCode | null
  view: CosigningView
  messages: MultisigMessages
}

/** An open cosigning: its purpose, which owners have confirmed, and the one thing to do. */
export function OpenCosigning({ cosigning, problem, view, messages }: Props) {
  const part = usePart(cosigning)
  return (
    <Screen>
      <Headline cosigning={cosigning} isCounted={part !== 'none'} messages={messages} />
      <ProblemNotice code={problem} />
      {cosigning.problem !== null && <Stuck code={cosigning.problem} messages={messages} />}
      {!cosigning.mine && <WhoAsks cosigning={cosigning} messages={messages} />}
      <MultisigSection cosigning={cosigning} messages={messages} />
      {cosigning.mine && <StarterSection cosigning={cosigning} view={view} messages={messages} />}
      <OwnersSection cosigning={cosigning} messages={messages} />
      <WhatIsSigned cosigning={cosigning} messages={messages} />
      {part === 'own' && <Given cosigning={cosigning} view={view} messages={messages} />}
      {part === 'anonymous' && <GivenAnonymously messages={messages} />}
      {part === 'none' && <Ask cosigning={cosigning} messages={messages} />}
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

function GivenAnonymously({ messages }: { messages: MultisigMessages }) {
  const { router } = useServices()
  const { attempt } = useMessages()
  return (
    <>
      <Notice>{messages.cosign.givenAnonymously}</Notice>
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </>
  )
}

/** There are enough confirmations, but the multisig, or its chain, has not accepted them. */
function Stuck({ code, messages }: { code: ProblemCode; messages: MultisigMessages }) {
  const { stuck, stuckNote } = messages.cosign
  return (
    <>
      <Notice>
        {stuck} {stuckNote}
      </Notice>
      <ProblemNotice code={code} />
    </>
  )
}
