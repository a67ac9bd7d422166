import type { MadeRequest } from '#shared/request.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CHAT } from '../../ui/icons/chat.ts'
import { LINK } from '../../ui/icons/link.ts'
import { useServices } from '../use-services.ts'
import { useRequestState } from '../use-request-state.ts'

type Props = { request: MadeRequest; words: AskingMessages }

/** One request of the member's own: for whom it is, how many answered, and whether it can be answered. */
export function MadeRequestCell({ request, words }: Props) {
  const { preload, router } = useServices()
  const state = useRequestState(request, words)
  const { chat, code, answered } = request
  return (
    <LinkCell
      icon={chat === null ? LINK : CHAT}
      title={chat === null ? words.anybody : <bdi>{chat.title}</bdi>}
      subtitle={
        <>
          {words.answers(answered)}
          <br />
          {state}
        </>
      }
      onIntent={() => preload('made-request')}
      onPress={() => router.open({ screen: 'made-request', code })}
    />
  )
}
