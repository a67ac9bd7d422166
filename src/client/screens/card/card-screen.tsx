import { useStore } from '../../ui/use-store.ts'
import { useEffect, useMemo, useState } from 'react'
import { getCard } from '#shared/api/get-card.ts'
import type { Card } from '#shared/card.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { SharingMessages } from '../../i18n/sharing/messages.ts'
import { Missing } from '../missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { createReading, type Reading } from '../state/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useSharingWords } from '../share/use-sharing-words.ts'
import { Waiting } from '../waiting.tsx'
import { Worded } from '../worded.tsx'
import { CardDetail } from './card-detail.tsx'
import { Stopped } from './stopped.tsx'

/** A wallet that its holder shares: nothing of it but what the server says, and that anew on each return. */
export function CardScreen({ code }: { code: string }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const ownWords = useSharingWords()
  const card = useMemo(() => createReading(() => api.call(getCard, { id: code })), [api, code])
  useEffect(() => {
    void card.refresh()
    return telegram.onReturn(() => void card.refresh())
  }, [card, telegram])
  return <Worded words={ownWords}>{(words) => <Loaded card={card} words={words} />}</Worded>
}

type Props = { card: Reading<Card>; words: SharingMessages }

function Loaded({ card, words }: Props) {
  const state = useStore(card.state)
  const [stopped, setStopped] = useState<Card | null>(null)
  if (stopped !== null) return <Stopped card={stopped} words={words} />
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} words={words} onRetry={() => void card.refresh()} />
    case 'shown':
      return (
        <CardDetail card={state.value} words={words} onStopped={() => setStopped(state.value)} />
      )
  }
}

type FailedProps = { code: ProblemCode; words: SharingMessages; onRetry: () => void }

function Failed({ code, words, onRetry }: FailedProps) {
  if (code === 'not-found') return <Missing {...words.missing} />
  const title = code === 'card-gone' ? { title: words.stopped.name } : {}
  return <ProblemScreen code={code} {...title} onRetry={onRetry} />
}
