import type { MadeRequest } from '#shared/request.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Counter } from '../../ui/counter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useAnnounce } from '../use-announce.ts'
import { useRequestState } from '../use-request-state.ts'

type Props = { request: MadeRequest; words: AskingMessages }

/** How many have answered, whether more can, and what the bot tells the chat of it. */
export function CounterSection({ request, words }: Props) {
  const { language } = useSpeech()
  const { answered, message } = request
  const text = words.answered(answered)
  const state = useRequestState(request, words)
  const told = request.state === 'open' && message !== 'none' ? message : null
  const isAmiss = told === 'refused' || told === 'left'
  useAnnounce(`${text}. ${state}`)
  return (
    <>
      <Section {...(told !== null && !isAmiss && { footer: words.post[told] })}>
        <Counter text={text} number={formatCount(language, answered)} note={state} />
      </Section>
      {told !== null && isAmiss && <Notice>{words.post[told]}</Notice>}
    </>
  )
}
