import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { createMultisigView, type MultisigView } from './multisig-view.ts'
import type { ServerReading } from '../reading/reading.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { Detail } from './detail.tsx'
import { knowsMultisig } from './knows-multisig.ts'

/** A multisig as its chain shows it: its owners, and what the member can do with it. Refreshed on each return. */
export function MultisigScreen({ id }: { id: string }) {
  const { api, member } = useCore()
  const { member: known, now, preload, telegram } = useServices()
  const ownMessages = useMultisigMessages()
  const [view] = useState(() => createMultisigView({ api, id, now }))
  useEffect(() => {
    void view.refresh()
    preload('cosign')
    return telegram.onReturn(() => void view.refresh())
  }, [preload, telegram, view])
  // The wallet and Home must also show what the chain has just returned.
  useEffect(
    () =>
      view.state.listen((state) => {
        const me = known.get()
        if (state.status !== 'shown' || state.problem !== null || me.status !== 'known') return
        if (!knowsMultisig(me.me, state.value.multisig)) void member.renew()
      }),
    [known, member, view],
  )
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded view={view} messages={messages} />}
    </LocalizedScreen>
  )
}

type Props = { view: ServerReading<MultisigView>; messages: MultisigMessages }

function Loaded({ view, messages }: Props) {
  const state = useStore(view.state)
  const refresh = () => void view.refresh()
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <ProblemScreen code={state.code} onRetry={refresh} />
    case 'shown':
      return (
        <Detail
          multisig={state.value.multisig}
          isFresh={state.value.isFresh}
          problem={state.problem}
          onChanged={refresh}
          messages={messages}
        />
      )
  }
}
