import type { Collection } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { CollectionView } from '../state/collection-view.ts'
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
  const hasSpoken = collection.signedAs !== null
  return (
    <Screen>
      <Headline collection={collection} words={words} />
      <ProblemNotice code={problem} />
      {collection.problem !== null && <Stuck code={collection.problem} words={words} />}
      {!collection.mine && <WhoAsks collection={collection} words={words} />}
      <MultisigSection collection={collection} words={words} />
      {collection.mine && <StarterSection collection={collection} view={view} words={words} />}
      <OwnersSection collection={collection} words={words} />
      <WhatIsSigned collection={collection} words={words} />
      {hasSpoken ? (
        <Given collection={collection} view={view} words={words} />
      ) : (
        <Ask collection={collection} words={words} />
      )}
    </Screen>
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
