import type { MadeRequest } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Counter } from '../../ui/counter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useAnnounce } from '../use-announce.ts'
import { useRequestState } from '../use-request-state.ts'

type Props = { request: MadeRequest; messages: RequestingMessages }

/** How many have answered, whether more can, and what the bot's message in the chat shows. */
export function CounterSection({ request, messages }: Props) {
  const { language } = useLocalization()
  const { answered, message } = request
  const text = messages.answered(answered)
  const state = useRequestState(request, messages)
  const reported = request.state === 'open' && message !== 'none' ? message : null
  const isAmiss = reported === 'refused' || reported === 'left'
  useAnnounce(`${text}. ${state}`)
  return (
    <>
      <Section {...(reported !== null && !isAmiss && { footer: messages.post[reported] })}>
        <Counter text={text} number={formatCount(language, answered)} note={state} />
      </Section>
      {reported !== null && isAmiss && <Notice>{messages.post[reported]}</Notice>}
    </>
  )
}
