import { useState } from 'react'
import {
  DELIVERY_STATES,
  type DeliveryState,
  type Overview,
} from '#shared/api/admin/get-overview.ts'
import { formatAge, formatCount, formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Legend } from '../../ui/legend.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useServices } from '../context/context.ts'
import { useTask } from '../actions/use-task.ts'

/** How many are shown before the member opens the rest. */
const FIRST = 8

const TONES: Record<DeliveryState, Tone> = {
  pending: 'quiet',
  retrying: 'warning',
  delivered: 'success',
  dead: 'danger',
}

type OverviewWebhook = Overview['webhook']

type Props = {
  webhook: OverviewWebhook
  onSendAgain: (eventId: string) => Promise<void>
}

/** How far events are on their way to the operator's webhook. */
export function DeliveriesSection({ webhook, onSendAgain }: Props) {
  const { deliveries: messages } = useMessagesOf('admin')
  if (webhook.state === 'off') {
    return (
      <Section header={messages.header} footer={messages.offNote}>
        <Cell title={messages.off} />
      </Section>
    )
  }
  return (
    <>
      {webhook.state === 'disabled' && <Notice>{messages.disabled}</Notice>}
      <Queue webhook={webhook} />
      <DeliveryList deliveries={webhook.deliveries} onSendAgain={onSendAgain} />
    </>
  )
}

type RunningWebhook = Exclude<OverviewWebhook, { state: 'off' }>

function Queue({ webhook }: { webhook: RunningWebhook }) {
  const { deliveries: messages } = useMessagesOf('admin')
  const { language } = useLocalization()
  const { counts, queueAgeS } = webhook
  const waiting = counts.pending + counts.retrying
  const lines = DELIVERY_STATES.map((state) => ({
    key: state,
    name: messages.states[state],
    tone: TONES[state],
    count: formatCount(language, counts[state]),
  }))
  return (
    <Section header={messages.header}>
      <div className="figure">
        <Legend lines={lines} />
      </div>
      <Cell
        title={messages.waiting}
        after={waiting === 0 ? messages.nothingWaits : formatAge(language, queueAgeS)}
      />
    </Section>
  )
}

type DeliveryListProps = Pick<Props, 'onSendAgain'> & {
  deliveries: RunningWebhook['deliveries']
}

function DeliveryList({ deliveries, onSendAgain }: DeliveryListProps) {
  const { deliveries: messages } = useMessagesOf('admin')
  const { language } = useLocalization()
  const [isFull, setWhole] = useState(false)
  if (deliveries.length === 0) return null
  const shown = isFull ? deliveries : deliveries.slice(0, FIRST)
  return (
    <Section>
      {shown.map((delivery) => (
        <DeliveryCell
          key={delivery.eventId}
          delivery={delivery}
          onSendAgain={() => onSendAgain(delivery.eventId)}
        />
      ))}
      {shown.length < deliveries.length && (
        <ActionCell
          tone="accent"
          title={messages.all(formatCount(language, deliveries.length))}
          onPress={() => setWhole(true)}
        />
      )}
    </Section>
  )
}

type OverviewDelivery = Exclude<Overview['webhook'], { state: 'off' }>['deliveries'][number]

type DeliveryCellProps = {
  delivery: OverviewDelivery
  onSendAgain: () => Promise<void>
}

/** One event on its way, with a button to send it again where it did not arrive. */
function DeliveryCell({ delivery, onSendAgain }: DeliveryCellProps) {
  const { deliveries: messages } = useMessagesOf('admin')
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
      subtitle={sentence ?? <DeliveryFacts delivery={delivery} />}
      after={canSend ? button : undefined}
    />
  )
}

function DeliveryFacts({ delivery }: Pick<DeliveryCellProps, 'delivery'>) {
  const { deliveries: messages } = useMessagesOf('admin')
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
