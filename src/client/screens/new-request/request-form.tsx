import { useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { GroupSection } from '../group-section.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { createRequestMaker } from '../state/request-maker.ts'
import { useCore } from '../use-core.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { type Place, requestOf, type Wish } from './asking-wish.ts'
import { LifeSection } from './life-section.tsx'
import { MembersSection } from './members-section.tsx'
import { Preview } from './preview.tsx'
import { WalletsSection } from './wallets-section.tsx'
import { WhereSection } from './where-section.tsx'

type Props = {
  /** At least one. */
  places: readonly Place[]
  /** The places have changed: they are to be asked for anew. */
  onStale: () => void
  words: AskingMessages
}

export function RequestForm({ places, onStale, words }: Props) {
  const { wish, change } = useWish(places)
  const { place } = wish
  const { make, isBusy, problem } = useMaking(wish, onStale)
  const { form } = words
  return (
    <Screen title={words.newRequest}>
      <WhereSection
        places={places}
        chosen={place}
        onChoose={({ id }) => change({ placeId: id })}
        words={form}
      />
      {places.every(({ kind }) => kind === 'anywhere') && <GroupSection words={words} />}
      <WalletsSection family={wish.family} onChoose={(family) => change({ family })} words={form} />
      <LifeSection life={wish.life} onChoose={(life) => change({ life })} words={form} />
      {place?.kind === 'chat' && (
        <MembersSection
          isOn={wish.isForMembers}
          onChange={(isForMembers) => change({ isForMembers })}
          words={form}
        />
      )}
      {place !== null && <Preview place={place} wish={wish} words={form} />}
      <ProblemNotice code={problem} />
      {place === null && <Notice>{form.choose}</Notice>}
      <MainAction text={form.ask} isEnabled={place !== null} isBusy={isBusy} onPress={make} />
    </Screen>
  )
}

type Chosen = Omit<Wish, 'place'> & { placeId: string }

/** A place that is offered no more is no longer chosen, and nothing is chosen in its stead: it would be asked elsewhere. */
function useWish(places: readonly Place[]) {
  const [chosen, setChosen] = useState<Chosen>({
    placeId: places[0]?.id ?? '',
    family: null,
    life: 'week',
    isForMembers: true,
  })
  const { telegram } = useServices()
  const place = places.find(({ id }) => id === chosen.placeId) ?? null
  const change = (part: Partial<Chosen>) => {
    telegram.haptic('selection')
    setChosen({ ...chosen, ...part })
  }
  return { wish: { ...chosen, place }, change }
}

/** After these the list of places is not the truth any more. */
const STALE: ReadonlySet<ProblemCode> = new Set(['may-not-ask', 'chat-gone'])

function useMaking(wish: Wish, onStale: () => void) {
  const { api } = useCore()
  const { router, telegram } = useServices()
  const families = useOfferedFamilies()
  const { run, isBusy, problem } = useTask()
  const [maker] = useState(() => createRequestMaker(api))
  const make = async () => {
    if (wish.place === null) return
    const { code } = await maker.make(requestOf(wish, wish.place, families)).catch((error) => {
      if (STALE.has(problemCodeOf(error))) onStale()
      throw error
    })
    telegram.haptic('success')
    // Whoever has gone on meanwhile stays there.
    if (router.route.get().screen === 'new-request') {
      router.replace({ screen: 'made-request', code })
    }
  }
  return { make: () => run(make), isBusy, problem }
}
