import type { Overview } from '#shared/api/admin/get-overview.ts'
import { formatCount } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/admin/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { Dot } from '../../ui/dot.tsx'
import { Section } from '../../ui/section.tsx'
import type { Tone } from '../../ui/tone.ts'
import { useEvmWords } from '../use-evm-words.ts'

type Upstream = Overview['upstreams'][number]

const TONES: Record<Upstream['health'], Tone> = { up: 'success', down: 'danger', unknown: 'quiet' }

type Props = { upstreams: readonly Upstream[]; words: AdminMessages['upstreams'] }

/** Whether those whom the server asks have answered lately. */
export function UpstreamsSection({ upstreams, words }: Props) {
  return (
    <Section header={words.header} footer={words.note}>
      {upstreams.map((upstream) => (
        <UpstreamCell key={upstream.name} upstream={upstream} words={words} />
      ))}
    </Section>
  )
}

type CellProps = { upstream: Upstream; words: AdminMessages['upstreams'] }

function UpstreamCell({ upstream: { name, health, failures }, words }: CellProps) {
  const { language } = useSpeech()
  const title = useUpstreamName(name, words)
  const state = (
    <>
      {words.health[health]}
      <Dot tone={TONES[health]} />
    </>
  )
  if (failures === 0) return <Cell title={title} after={state} />
  const subtitle = words.failures(formatCount(language, failures))
  return <Cell title={title} subtitle={subtitle} after={state} />
}

/** As it is called in the metrics, where there are no words for it. */
function useUpstreamName(name: Upstream['name'], words: Props['words']): string {
  const isOfEvm = name === 'evm-rpc' || name === 'safe-service'
  const evm = useEvmWords(isOfEvm)
  if (!isOfEvm) return words.names[name]
  return evm.status === 'ready' ? evm.value.upstreams[name] : name
}
