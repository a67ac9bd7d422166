import { useState } from 'react'
import type { Request } from '#shared/request.ts'
import { usePreload } from '../screen/use-preload.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { type ConnectRequest, createConnectRequest } from './connect-request.ts'
import { useCore, useServices } from '../context/context.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { Answered } from './answered.tsx'
import { RequestOffer } from './request-offer.tsx'
import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { BackAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { Remembered } from '../screen/remembered.tsx'
import { MadeLink } from './made-link.tsx'
import { WhoAsks } from './who-asks.tsx'
import { CHECK, CLOCK } from '../../ui/icons.ts'

/** A connect request: who asks, what will be known, the answer, and a way to withdraw it. */
export function RequestScreen({ code }: { code: string }) {
  const { api, member } = useCore()
  const [connectRequest] = useState(() => createConnectRequest({ api, member, code }))
  const query = useQuery(() => connectRequest)
  // Opening the same link again only brings the open app to the front.
  useOnReturn(() => void connectRequest.renew())
  usePreload('connect')
  return (
    <PartScreen part={useSection('request')}>
      {({ missing }) => (
        <QueryScreen query={query} missing={missing}>
          {(request) => <Shown request={request} connectRequest={connectRequest} />}
        </QueryScreen>
      )}
    </PartScreen>
  )
}

type Props = { request: Request; connectRequest: ConnectRequest }

/**
 * An answer whose wallet has been unlinked can be given again as long as the request is open. The next start shows the member's
 * answer at once.
 */
function Shown({ request, connectRequest }: Props) {
  const { code, answer, state } = request
  const isOpen = state === 'open'
  const given = answer !== null && (answer.walletId !== null || !isOpen) ? answer : null
  return (
    <Remembered name={`answer/${code}`} isLasting={given !== null}>
      {given !== null && (
        <Answered answer={given} request={request} connectRequest={connectRequest} />
      )}
      {given === null && isOpen && (
        <RequestOffer request={request} connectRequest={connectRequest} />
      )}
      {given === null && !isOpen && <Ended request={request} />}
    </Remembered>
  )
}

/** Closed, full, or expired, and not answered: the member can only leave. */
function Ended({ request }: { request: Request }) {
  const { language } = useLocalization()
  const { boot } = useServices()
  const messages = useMessagesOf('request')
  const { state, expiresAt, made } = request
  const { name, sentence } =
    state === 'closed' || state === 'full'
      ? messages[state]
      : messages.expired(formatMoment(language, expiresAt))
  return (
    <Screen>
      <Outcome icon={state === 'full' ? CHECK : CLOCK} tone="plain" title={name} text={sentence} />
      <WhoAsks request={request} />
      <MadeLink made={made} />
      <BackAction name={request.chat?.title ?? boot.appName} />
    </Screen>
  )
}
