import { useStore } from '../../use-store.ts'
import { useEffect, useState } from 'react'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { Hero } from '../../ui/hero.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { GroupSection } from '../requests/group-section.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type RequestTargets, createRequestTargets } from '../requests/request-targets.ts'
import type { ServerReading } from '../reading/reading.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { getRequestTargets } from './request-draft.ts'
import { RequestForm } from './request-form.tsx'

/** A new connect request: the member chooses every part of it, and types nothing. */
export function NewRequestScreen() {
  const { api } = useCore()
  const { preload, telegram } = useServices()
  const ownMessages = useSection('requesting')
  const [targets] = useState(() => createRequestTargets(api))
  useEffect(() => {
    void targets.refresh()
    preload('made-request')
    // The bot may have been added to a group meanwhile.
    return telegram.onReturn(() => void targets.refresh())
  }, [targets, preload, telegram])
  return (
    <PartScreen part={ownMessages}>
      {(messages) => <Loaded reading={targets} messages={messages} />}
    </PartScreen>
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
