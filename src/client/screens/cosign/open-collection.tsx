import { useState } from 'react'
import type { Collection } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { CollectionView } from '../state/collection-view.ts'
import { createSignedHere } from '../state/signed-here.ts'
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
  collection: Collection
  /** Why what is shown could not be renewed. */
  problem: ProblemCode | null
  view: CollectionView
  words: MultisigMessages
}

/** Words may still be given: what for, by whom they are there, and the one thing to do. */
export function OpenCollection({ collection, problem, view, words }: Props) {
  const part = usePart(collection)
  return (
    <Screen>
      <Headline collection={collection} isCounted={part !== 'none'} words={words} />
      <ProblemNotice code={problem} />
      {collection.problem !== null && <Stuck code={collection.problem} words={words} />}
      {!collection.mine && <WhoAsks collection={collection} words={words} />}
      <MultisigSection collection={collection} words={words} />
      {collection.mine && <StarterSection collection={collection} view={view} words={words} />}
      <OwnersSection collection={collection} words={words} />
      <WhatIsSigned collection={collection} words={words} />
      {part === 'own' && <Given collection={collection} view={view} words={words} />}
      {part === 'anonymous' && <GivenAnonymously words={words} />}
      {part === 'none' && <Ask collection={collection} words={words} />}
    </Screen>
  )
}

/** Whether the member's confirmation is there, as theirs or as nobody's. A member who has linked an owner's wallet since can sign again. */
function usePart({ code, method, owners, signedAs }: Collection): 'own' | 'anonymous' | 'none' {
  const { storage } = useCore()
  const [isSignedHere] = useState(() => createSignedHere(storage).has(code))
  if (signedAs !== null) return 'own'
  const isAnonymous = isSignedHere && method === 'signatures' && !owners.some(({ mine }) => mine)
  return isAnonymous ? 'anonymous' : 'none'
}

function GivenAnonymously({ words }: { words: MultisigMessages }) {
  const { router } = useServices()
  const { attempt } = useMessages()
  return (
    <>
      <Notice>{words.cosign.givenAnonymously}</Notice>
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </>
  )
}

/** The words are enough, but the multisig, or its chain, has not said yes. */
function Stuck({ code, words }: { code: ProblemCode; words: MultisigMessages }) {
  const { stuck, stuckNote } = words.cosign
  return (
    <>
      <Notice>
        {stuck} {stuckNote}
      </Notice>
      <ProblemNotice code={code} />
    </>
  )
}
