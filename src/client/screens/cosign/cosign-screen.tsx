import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { Collection } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Missing } from '../missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import type { CollectionView } from '../state/collection-view.ts'
import { useServices } from '../use-services.ts'
import { useMultisigWords } from '../use-multisig-words.ts'
import { Waiting } from '../waiting.tsx'
import { Worded } from '../worded.tsx'
import { Complete } from './complete.tsx'
import { Ended } from './ended.tsx'
import { OpenCollection } from './open-collection.tsx'
import { useCollection } from './use-collection.ts'

/** The owners of a multisig are asked for their words: for whoever opened the link, and for whoever began. */
export function CosignScreen({ code }: { code: string }) {
  const { preload } = useServices()
  const ownWords = useMultisigWords()
  const view = useCollection(code)
  useEffect(() => preload('connect'), [preload])
  return <Worded words={ownWords}>{(words) => <Loaded view={view} words={words} />}</Worded>
}

type Props = { view: CollectionView; words: MultisigMessages }

function Loaded({ view, words }: Props) {
  const state = useStore(view.state)
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} view={view} words={words} />
    case 'shown':
      return <Shown collection={state.value} problem={state.problem} view={view} words={words} />
  }
}

function Failed({ code, view, words }: Props & { code: ProblemCode }) {
  if (code === 'not-found') return <Missing {...words.cosign.missing} />
  return <ProblemScreen code={code} onRetry={() => void view.refresh()} />
}

type ShownProps = Props & { collection: Collection; problem: ProblemCode | null }

function Shown({ collection, ...props }: ShownProps) {
  switch (collection.state) {
    case 'open':
      return <OpenCollection collection={collection} {...props} />
    case 'complete':
      return <Complete collection={collection} words={props.words} />
    case 'cancelled':
    case 'expired':
      return <Ended collection={collection} words={props.words} />
  }
}
