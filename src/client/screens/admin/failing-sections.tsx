import type { ReactNode } from 'react'
import type { Overview } from '#shared/api/admin/get-overview.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { formatCount, formatShare } from '../../i18n/format.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { RankedBars } from '../../ui/ranked-bars.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { type FailureShare, rankFailures } from './failures.ts'
import { outcomeKind } from './outcome-kind.ts'

/** The apps' own names, the same in every language. */
const PLATFORM_NAMES: Record<Exclude<ClientPlatform, 'unknown'>, string> = {
  ios: 'iOS',
  android: 'Android',
  tdesktop: 'Telegram Desktop',
  macos: 'macOS',
  web: 'Telegram Web K',
  weba: 'Telegram Web A',
}

/** Name under which the server counts wallets that are not on the list. */
const OTHER_WALLET = 'other'

/** Why attempts fail, by Telegram app and by wallet app. */
export function FailingSections({ attempts }: Pick<Overview, 'attempts'>) {
  const { failing } = useMessagesOf('admin')
  const byClient = rankFailures(attempts, ({ platform }) => platform)
  const byWallet = rankFailures(attempts, ({ walletApp }) => walletApp)
  return (
    <>
      <Section header={failing.byClient} footer={failing.note}>
        <Failures
          failures={byClient}
          nameOf={(platform) =>
            platform === 'unknown' ? failing.unknownClient : PLATFORM_NAMES[platform]
          }
        />
      </Section>
      <Section header={failing.byWallet}>
        <Failures failures={byWallet} nameOf={(walletApp) => walletName(walletApp, failing)} />
      </Section>
    </>
  )
}

function walletName(walletApp: string | null, messages: Messages['admin']['failing']): string {
  if (walletApp === null) return messages.noWallet
  return walletApp === OTHER_WALLET ? messages.otherWallet : walletApp
}

type FailuresProps<Scope> = {
  failures: FailureShare<Scope>[]
  nameOf: (scope: Scope) => string
}

function Failures<Scope extends string | null>({ failures, nameOf }: FailuresProps<Scope>) {
  const messages = useMessagesOf('admin')
  const { language } = useLocalization()
  const evm = useSection(
    'evm',
    failures.some(({ outcome }) => outcome.startsWith('evm-')),
  )
  const causes = { ...messages.failing.causes, ...(evm.status === 'ready' && evm.value.causes) }
  if (failures.length === 0) return <Cell title={messages.none} />
  const lines = failures.map(({ outcome, scope, count, share }) => ({
    key: `${outcome} ${scope}`,
    name: causeName(outcome, messages, causes),
    detail: <bdi>{nameOf(scope)}</bdi>,
    value: count,
    count: formatCount(language, count),
    share: formatShare(language, share),
  }))
  return <RankedBars lines={lines} />
}

/** A code without a message is shown as it is, because the log and the metrics use the same name. */
function causeName(
  outcome: string,
  { attempts }: Messages['admin'],
  causes: Readonly<Record<string, string>>,
): ReactNode {
  if (Object.hasOwn(causes, outcome)) return causes[outcome]
  const kind = outcomeKind(outcome)
  if (kind !== 'failed') return attempts.outcomes[kind]
  return (
    <span className="code" dir="ltr">
      {outcome}
    </span>
  )
}
