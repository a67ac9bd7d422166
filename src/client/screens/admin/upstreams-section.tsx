import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { Dot } from '../../ui/dot.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'

type OverviewUpstream = Overview['upstreams'][number]

const TONES: Record<OverviewUpstream['health'], Tone> = {
  up: 'success',
  down: 'danger',
  unknown: 'quiet',
}

/** Whether the upstream services have answered recently. */
export function UpstreamsSection({ upstreams }: Pick<Overview, 'upstreams'>) {
  const { upstreams: messages } = useMessagesOf('admin')
  return (
    <Section header={messages.header} footer={messages.note}>
      {upstreams.map((upstream) => (
        <UpstreamCell key={upstream.name} upstream={upstream} />
      ))}
    </Section>
  )
}

function UpstreamCell({ upstream: { name, health, failures } }: { upstream: OverviewUpstream }) {
  const { language } = useLocalization()
  const { upstreams: messages } = useMessagesOf('admin')
  const title = useUpstreamName(name)
  const state = (
    <>
      {messages.health[health]}
      <Dot tone={TONES[health]} />
    </>
  )
  const subtitle = failures === 0 ? null : messages.failures(formatCount(language, failures))
  return <Cell title={title} subtitle={subtitle} after={state} />
}

/** The name from the metrics, where the messages have none. */
function useUpstreamName(name: OverviewUpstream['name']): string {
  const { upstreams: messages } = useMessagesOf('admin')
  const isOfEvm = name === 'evm-rpc' || name === 'safe-service' || name === 'evm-wallets'
  const evm = useSection('evm', isOfEvm)
  if (!isOfEvm) return messages.names[name]
  return evm.status === 'ready' ? evm.value.upstreams[name] : name
}
