import type { MadeRequest } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CHAT, LINK } from '../../ui/icons.ts'
import { useServices } from '../use-services.ts'
import { useRequestState } from '../use-request-state.ts'

type Props = { request: MadeRequest; messages: RequestingMessages }

/** One of the member's own requests: its chat, how many answered, and whether it is open. */
export function MadeRequestCell({ request, messages }: Props) {
  const { preload, router } = useServices()
  const state = useRequestState(request, messages)
  const { chat, code, answered } = request
  return (
    <LinkCell
      icon={chat === null ? LINK : CHAT}
      title={chat === null ? messages.anybody : <bdi>{chat.title}</bdi>}
      subtitle={
        <>
          {messages.answers(answered)}
          <br />
          {state}
        </>
      }
      onIntent={() => preload('made-request')}
      onPress={() => router.open({ screen: 'made-request', code })}
    />
  )
}
