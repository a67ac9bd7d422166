import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Missing } from '../missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import type { CosigningView } from './cosigning-view.ts'
import { useServices } from '../use-services.ts'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { Complete } from './complete.tsx'
import { Ended } from './ended.tsx'
import { OpenCosigning } from './open-cosigning.tsx'
import { useCosigning } from './use-cosigning.ts'

/** A cosigning, both for the owners who open its link and for the member who started it. */
export function CosignScreen({ code }: { code: string }) {
  const { preload } = useServices()
  const ownMessages = useMultisigMessages()
  const view = useCosigning(code)
  useEffect(() => preload('connect'), [preload])
  return (
    <LocalizedScreen messages={ownMessages}>
      {(messages) => <Loaded view={view} messages={messages} />}
    </LocalizedScreen>
  )
}

type Props = { view: CosigningView; messages: MultisigMessages }

function Loaded({ view, messages }: Props) {
  const state = useStore(view.state)
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} view={view} messages={messages} />
    case 'shown':
      return (
        <Shown cosigning={state.value} problem={state.problem} view={view} messages={messages} />
      )
  }
}

function Failed({ code, view, messages }: Props & { code: ProblemCode }) {
  if (code === 'not-found') return <Missing {...messages.cosign.missing} />
  return <ProblemScreen code={code} onRetry={() => void view.refresh()} />
}

type ShownProps = Props & { cosigning: Cosigning; problem: ProblemCode | null }

function Shown({ cosigning, ...props }: ShownProps) {
  switch (cosigning.state) {
    case 'open':
      return <OpenCosigning cosigning={cosigning} {...props} />
    case 'complete':
      return <Complete cosigning={cosigning} messages={props.messages} />
    case 'cancelled':
    case 'expired':
      return <Ended cosigning={cosigning} messages={props.messages} />
  }
}
