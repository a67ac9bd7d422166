import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Section } from '../../ui/section.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useSection } from '../arriving/use-section.ts'

type OverviewUpstream = Overview['upstreams'][number]

const TONES: Record<OverviewUpstream['health'], Tone> = {
  up: 'success',
  down: 'danger',
  unknown: 'quiet',
}

type Props = { upstreams: readonly OverviewUpstream[]; messages: AdminMessages['upstreams'] }

/** Whether the upstream services have answered recently. */
export function UpstreamsSection({ upstreams, messages }: Props) {
  return (
    <Section header={messages.header} footer={messages.note}>
      {upstreams.map((upstream) => (
        <UpstreamCell key={upstream.name} upstream={upstream} messages={messages} />
      ))}
    </Section>
  )
}

type UpstreamCellProps = { upstream: OverviewUpstream; messages: AdminMessages['upstreams'] }

function UpstreamCell({ upstream: { name, health, failures }, messages }: UpstreamCellProps) {
  const { language } = useLocalization()
  const title = useUpstreamName(name, messages)
  const state = (
    <>
      {messages.health[health]}
      <Dot tone={TONES[health]} />
    </>
  )
  if (failures === 0) return <Cell title={title} after={state} />
  const subtitle = messages.failures(formatCount(language, failures))
  return <Cell title={title} subtitle={subtitle} after={state} />
}

/** The name from the metrics, where the messages have none. */
function useUpstreamName(name: OverviewUpstream['name'], messages: Props['messages']): string {
  const isOfEvm = name === 'evm-rpc' || name === 'safe-service' || name === 'evm-wallets'
  const evm = useSection('evm', isOfEvm)
  if (!isOfEvm) return messages.names[name]
  return evm.status === 'ready' ? evm.value.upstreams[name] : name
}
