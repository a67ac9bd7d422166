import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/icons/plane.ts'
import { Screen } from '../../ui/screen.tsx'
import { GroupSection } from '../group-section.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type AskingPlaces, createAskingPlaces } from '../state/asking-places.ts'
import type { Reading } from '../state/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useAskingWords } from '../use-asking-words.ts'
import { Waiting } from '../waiting.tsx'
import { Worded } from '../worded.tsx'
import { placesOf } from './asking-wish.ts'
import { RequestForm } from './request-form.tsx'

/** A new connect request: every part of it is chosen, and none is typed. */
export function NewRequestScreen() {
  const { api } = useCore()
  const { preload, telegram } = useServices()
  const ownWords = useAskingWords()
  const [places] = useState(() => createAskingPlaces(api))
  useEffect(() => {
    void places.refresh()
    preload('made-request')
    // The bot may have come into a group meanwhile.
    return telegram.onReturn(() => void places.refresh())
  }, [places, preload, telegram])
  return <Worded words={ownWords}>{(words) => <Loaded reading={places} words={words} />}</Worded>
}

type Props = { reading: Reading<AskingPlaces>; words: AskingMessages }

function Loaded({ reading, words }: Props) {
  const state = useStore(reading.state)
  const refresh = () => void reading.refresh()
  if (state.status === 'loading') return <Waiting />
  if (state.status === 'failed') return <ProblemScreen code={state.code} onRetry={refresh} />
  const places = placesOf(state.value)
  if (places.length === 0) return <Nowhere words={words} />
  return <RequestForm places={places} onStale={refresh} words={words} />
}

function Nowhere({ words }: Pick<Props, 'words'>) {
  return (
    <Screen>
      <Hero icon={PLANE} title={words.cannot.name}>
        {words.cannot.sentence}
      </Hero>
      <GroupSection words={words} />
    </Screen>
  )
}
