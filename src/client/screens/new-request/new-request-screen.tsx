import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { GroupSection } from '../group-section.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type RequestTargets, createRequestTargets } from './request-targets.ts'
import type { ServerReading } from '../reading/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useRequestingMessages } from '../use-requesting-messages.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { getRequestTargets } from './request-draft.ts'
import { RequestForm } from './request-form.tsx'

/** A new connect request: the member chooses every part of it, and types nothing. */
export function NewRequestScreen() {
  const { api } = useCore()
  const { preload, telegram } = useServices()
  const ownMessages = useRequestingMessages()
  const [targets] = useState(() => createRequestTargets(api))
  useEffect(() => {
    void targets.refresh()
    preload('made-request')
    // The bot may have been added to a group meanwhile.
    return telegram.onReturn(() => void targets.refresh())
  }, [targets, preload, telegram])
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded reading={targets} messages={messages} />}
    </LocalizedScreen>
  )
}

type Props = { reading: ServerReading<RequestTargets>; messages: RequestingMessages }

function Loaded({ reading, messages }: Props) {
  const state = useStore(reading.state)
  const refresh = () => void reading.refresh()
  if (state.status === 'loading') return <Waiting />
  if (state.status === 'failed') return <ProblemScreen code={state.code} onRetry={refresh} />
  const targets = getRequestTargets(state.value)
  if (targets.length === 0) return <Nowhere messages={messages} />
  return <RequestForm targets={targets} onStale={refresh} messages={messages} />
}

function Nowhere({ messages }: Pick<Props, 'messages'>) {
  return (
    <Screen>
      <Hero icon={PLANE} title={messages.cannot.name}>
        {messages.cannot.sentence}
      </Hero>
      <GroupSection messages={messages} />
    </Screen>
  )
}
