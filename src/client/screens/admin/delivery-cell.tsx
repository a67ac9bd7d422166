import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount, formatWhen } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useAnnounce } from '../use-announce.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'

type OverviewDelivery = Exclude<Overview['webhook'], { state: 'off' }>['deliveries'][number]

type Props = {
  delivery: OverviewDelivery
  messages: AdminMessages['deliveries']
  onSendAgain: () => Promise<void>
}

/** One event on its way, with a button to send it again where it did not arrive. */
export function DeliveryCell({ delivery, messages, onSendAgain }: Props) {
  const { announcement, telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const sentence = useProblemSentence(problem)
  useAnnounce(sentence)
  const send = async () => {
    await onSendAgain()
    telegram.haptic('success')
    announcement.set(messages.sentAgain)
  }
  const canSend = delivery.state === 'dead' || delivery.state === 'retrying'
  const button = (
    <button type="button" className="cell-button" aria-busy={isBusy} onClick={() => run(send)}>
      {messages.again}
    </button>
  )
  return (
    <Cell
      title={<bdi className="code">{delivery.type}</bdi>}
      subtitle={sentence ?? <DeliveryFacts delivery={delivery} messages={messages} />}
      after={canSend ? button : undefined}
    />
  )
}

function DeliveryFacts({ delivery, messages }: Pick<Props, 'delivery' | 'messages'>) {
  const { language } = useLocalization()
  const { state, tries, error, createdAt, nextAt } = delivery
  const when = formatWhen(language, nextAt ?? createdAt)
  return (
    <span className="facts">
      <span>{messages.states[state]}</span>
      {tries > 0 && <span>{messages.tries(formatCount(language, tries))}</span>}
      <span>{nextAt === null ? when : messages.next(when)}</span>
      {error !== null && <bdi className="code">{error}</bdi>}
    </span>
  )
}
