import { useStore } from '../../ui/use-store.ts'
import { useEffect, useMemo, useState } from 'react'
import { getCard } from '#shared/api/get-card.ts'
import type { Card } from '#shared/card.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { Missing } from '../missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { createReading, type ServerReading } from '../reading/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useSharingMessages } from '../share/use-sharing-messages.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { CardDetail } from './card-detail.tsx'
import { Stopped } from './stopped.tsx'

/** A wallet that its holder shares: shows only what the server says, refreshed on each return. */
export function CardScreen({ code }: { code: string }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const ownMessages = useSharingMessages()
  const card = useMemo(() => createReading(() => api.call(getCard, { id: code })), [api, code])
  useEffect(() => {
    void card.refresh()
    return telegram.onReturn(() => void card.refresh())
  }, [card, telegram])
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded card={card} messages={messages} />}
    </LocalizedScreen>
  )
}

type Props = { card: ServerReading<Card>; messages: SharingMessages }

function Loaded({ card, messages }: Props) {
  const state = useStore(card.state)
  const [stopped, setStopped] = useState<Card | null>(null)
  if (stopped !== null) return <Stopped card={stopped} messages={messages} />
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} messages={messages} onRetry={() => void card.refresh()} />
    case 'shown':
      return (
        <CardDetail
          card={state.value}
          messages={messages}
          onStopped={() => setStopped(state.value)}
        />
      )
  }
}

type FailedProps = { code: ProblemCode; messages: SharingMessages; onRetry: () => void }

function Failed({ code, messages, onRetry }: FailedProps) {
  if (code === 'not-found') return <Missing {...messages.missing} />
  const title = code === 'card-gone' ? { title: messages.stopped.name } : {}
  return <ProblemScreen code={code} {...title} onRetry={onRetry} />
}
