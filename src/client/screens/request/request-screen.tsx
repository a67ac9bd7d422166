import { useEffect, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { Request } from '#shared/request.ts'
import { useStore } from '../../use-store.ts'
import type { RequestMessages } from '../../i18n/messages.ts'
import { useSection } from '../arriving/use-section.ts'
import { Missing } from '../problem/missing.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { type ConnectRequest, createConnectRequest } from './connect-request.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { Answered } from './answered.tsx'
import { RequestOffer } from './request-offer.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { MadeLink } from './made-link.tsx'
import { WhoAsks } from './who-asks.tsx'
import { CHECK, CLOCK } from '../../ui/icons.ts'

/** A connect request: who asks, what will be known, the answer, and a way to withdraw it. */
export function RequestScreen({ code }: { code: string }) {
  const { api, member } = useCore()
  const { preload, telegram } = useServices()
  const ownMessages = useSection('request')
  const [connectRequest] = useState(() => createConnectRequest({ api, member, code }))
  useEffect(() => {
    void connectRequest.load()
    preload('connect')
    // Opening the same link again only brings the open app to the front.
    return telegram.onReturn(() => void connectRequest.renew())
  }, [connectRequest, preload, telegram])
  return (
    <PartScreen part={ownMessages}>
      {(messages) => <Loaded connectRequest={connectRequest} messages={messages} />}
    </PartScreen>
  )
}

type Props = { connectRequest: ConnectRequest; messages: RequestMessages }

function Loaded({ connectRequest, messages }: Props) {
  const state = useStore(connectRequest.state)
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed code={state.code} connectRequest={connectRequest} messages={messages} />
    case 'shown':
      return <Shown request={state.request} connectRequest={connectRequest} messages={messages} />
  }
}

function Failed({ code, connectRequest, messages }: Props & { code: ProblemCode }) {
  if (code === 'not-found') return <Missing {...messages.missing} />
  return <ProblemScreen code={code} onRetry={() => void connectRequest.load()} />
}

/** An answer whose wallet has been unlinked can be given again as long as the request is open. */
function Shown({ request, connectRequest, messages }: Props & { request: Request }) {
  const { answer, state } = request
  const isOpen = state === 'open'
  if (answer !== null && (answer.walletId !== null || !isOpen)) {
    return (
      <Answered
        answer={answer}
        request={request}
        connectRequest={connectRequest}
        messages={messages}
      />
    )
  }
  if (!isOpen) return <Ended request={request} messages={messages} />
  return <RequestOffer request={request} connectRequest={connectRequest} messages={messages} />
}

/** Closed, full, or expired, and not answered: the member can only leave. */
function Ended({ request, messages }: { request: Request; messages: RequestMessages }) {
  const { language } = useLocalization()
  const { telegram } = useServices()
  const { state, expiresAt, made } = request
  const { name, sentence } =
    state === 'closed' || state === 'full'
      ? messages[state]
      : messages.expired(formatMoment(language, expiresAt))
  return (
    <Screen>
      <Outcome icon={state === 'full' ? CHECK : CLOCK} tone="plain" title={name} text={sentence} />
      <WhoAsks request={request} messages={messages} />
      <MadeLink made={made} messages={messages} />
      <MainAction text={messages.backToChat} onPress={() => telegram.close()} />
    </Screen>
  )
}
