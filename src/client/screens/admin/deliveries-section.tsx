import { useState } from 'react'
import {
  DELIVERY_STATES,
  type DeliveryState,
  type Overview,
} from '#shared/api/admin/get-overview.ts'
import { formatAge, formatCount } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/admin/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Legend } from '../../ui/legend.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { Tone } from '../../ui/tone.ts'
import { DeliveryCell } from './delivery-cell.tsx'

/** As many as are shown before the rest is asked for. */
const FIRST = 8

const TONES: Record<DeliveryState, Tone> = {
  pending: 'quiet',
  retrying: 'warning',
  delivered: 'success',
  dead: 'danger',
}

type Webhook = Overview['webhook']
type Words = AdminMessages['deliveries']

type Props = { webhook: Webhook; words: Words; onSendAgain: (eventId: string) => Promise<void> }

/** How far events are on their way to the owner's webhook. */
export function DeliveriesSection({ webhook, words, onSendAgain }: Props) {
  if (webhook.state === 'off') {
    return (
      <Section header={words.header} footer={words.offNote}>
        <Cell title={words.off} />
      </Section>
    )
  }
  return (
    <>
      {webhook.state === 'disabled' && <Notice>{words.disabled}</Notice>}
      <Queue webhook={webhook} words={words} />
      <DeliveryList deliveries={webhook.deliveries} words={words} onSendAgain={onSendAgain} />
    </>
  )
}

type RunningWebhook = Exclude<Webhook, { state: 'off' }>

function Queue({ webhook, words }: { webhook: RunningWebhook; words: Words }) {
  const { language } = useSpeech()
  const { counts, queueAgeS } = webhook
  const waiting = counts.pending + counts.retrying
  const lines = DELIVERY_STATES.map((state) => ({
    key: state,
    name: words.states[state],
    tone: TONES[state],
    count: formatCount(language, counts[state]),
  }))
  return (
    <Section header={words.header}>
      <div className="figure">
        <Legend lines={lines} />
      </div>
      <Cell
        title={words.waiting}
        after={waiting === 0 ? words.nothingWaits : formatAge(language, queueAgeS)}
      />
    </Section>
  )
}

type ListProps = Pick<Props, 'words' | 'onSendAgain'> & {
  deliveries: RunningWebhook['deliveries']
}

function DeliveryList({ deliveries, words, onSendAgain }: ListProps) {
  const { language } = useSpeech()
  const [isWhole, setWhole] = useState(false)
  if (deliveries.length === 0) return null
  const shown = isWhole ? deliveries : deliveries.slice(0, FIRST)
  return (
    <Section>
      {shown.map((delivery) => (
        <DeliveryCell
          key={delivery.eventId}
          delivery={delivery}
          words={words}
          onSendAgain={() => onSendAgain(delivery.eventId)}
        />
      ))}
      {shown.length < deliveries.length && (
        <ActionCell
          tone="accent"
          title={words.all(formatCount(language, deliveries.length))}
          onPress={() => setWhole(true)}
        />
      )}
    </Section>
  )
}
