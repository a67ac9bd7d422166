import type { ReactNode } from 'react'
import type { Overview } from '#shared/api/admin/get-overview.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { formatCount, formatShare } from '../../i18n/format.ts'
import type { AdminMessages } from '../../i18n/admin/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { RankedBars } from '../../ui/ranked-bars.tsx'
import { Section } from '../../ui/section.tsx'
import { useEvmWords } from '../use-evm-words.ts'
import { type Failure, rankFailures } from './failures.ts'
import { outcomeKind } from './outcome-kind.ts'

/** As the apps call themselves, in every language. */
const PLATFORM_NAMES: Record<Exclude<ClientPlatform, 'unknown'>, string> = {
  ios: 'iOS',
  android: 'Android',
  tdesktop: 'Telegram Desktop',
  macos: 'macOS',
  web: 'Telegram Web K',
  weba: 'Telegram Web A',
}

/** Name under which the server counts wallets that the list does not know. */
const OTHER_WALLET = 'other'

type Props = { attempts: Overview['attempts']; words: AdminMessages }

/** Of what attempts fail, by Telegram app and by wallet app. */
export function FailingSections({ attempts, words }: Props) {
  const { failing } = words
  const byClient = rankFailures(attempts, ({ platform }) => platform)
  const byWallet = rankFailures(attempts, ({ walletApp }) => walletApp)
  return (
    <>
      <Section header={failing.byClient} footer={failing.note}>
        <Failures
          failures={byClient}
          words={words}
          nameOf={(platform) =>
            platform === 'unknown' ? failing.unknownClient : PLATFORM_NAMES[platform]
          }
        />
      </Section>
      <Section header={failing.byWallet}>
        <Failures
          failures={byWallet}
          words={words}
          nameOf={(walletApp) => walletName(walletApp, failing)}
        />
      </Section>
    </>
  )
}

function walletName(walletApp: string | null, words: AdminMessages['failing']): string {
  if (walletApp === null) return words.noWallet
  return walletApp === OTHER_WALLET ? words.otherWallet : walletApp
}

type FailuresProps<Place> = {
  failures: Failure<Place>[]
  words: AdminMessages
  nameOf: (place: Place) => string
}

function Failures<Place extends string | null>({ failures, words, nameOf }: FailuresProps<Place>) {
  const { language } = useSpeech()
  const evm = useEvmWords(failures.some(({ outcome }) => outcome.startsWith('evm-')))
  const causes = { ...words.failing.causes, ...(evm.status === 'ready' && evm.value.causes) }
  if (failures.length === 0) return <Cell title={words.none} />
  const lines = failures.map(({ outcome, place, count, share }) => ({
    key: `${outcome} ${place}`,
    name: causeName(outcome, words, causes),
    detail: <bdi>{nameOf(place)}</bdi>,
    value: count,
    count: formatCount(language, count),
    share: formatShare(language, share),
  }))
  return <RankedBars lines={lines} />
}

/** A code that has no words is shown as it is: the log and the metrics name it so. */
function causeName(
  outcome: string,
  { attempts }: AdminMessages,
  causes: Readonly<Record<string, string>>,
): ReactNode {
  const kind = outcomeKind(outcome)
  if (kind !== 'failed') return attempts.outcomes[kind]
  return Object.hasOwn(causes, outcome) ? (
    causes[outcome]
  ) : (
    <span className="code" dir="ltr">
      {outcome}
    </span>
  )
}
