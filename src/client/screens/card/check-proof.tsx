import { useEffect, useState } from 'react'
import type { CheckName } from '#proof/check.ts'
import type { Finding, ProofVerdict } from '#proof/verify-proof.ts'
import { accountId } from '#shared/account-id.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import { importPart } from '../../connection.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { PLANE, WARNING } from '../../ui/first-icons.ts'
import { CHECK, CROSS, QUESTION, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { withoutMiddle } from '../../ui/without-middle.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { whenIdle } from '../../when-idle.ts'

type Props = {
  /** The one that the card shows. A proof of another wallet proves nothing here. */
  wallet: ShownWallet
  /** A document in the format clasp-proof/1. */
  proof: string
  /** With which key the bot's Telegram signs, in hex; null for the production key. */
  telegramKey: string | null
  messages: SharingMessages
}

/**
 * Checks the holder's proof on this device, which asks no server. The first check takes a phone up to 150 ms, so it is
 * made while the page is idle, and the tap shows it.
 */
export function CheckProof({ wallet, proof, telegramKey, messages }: Props) {
  const { boot } = useServices()
  const { run, isBusy, problem } = useTask()
  const [verdict, setVerdict] = useState<ProofVerdict | null>(null)
  const [check] = useState(() => createCheck(proof, telegramKey))
  useEffect(() => whenIdle(() => void check().catch(() => {})), [check])
  if (verdict !== null) return <Result verdict={verdict} wallet={wallet} messages={messages} />
  return (
    <>
      <Section footer={messages.proof.checkNote(isolated(boot.appName))}>
        <ActionCell
          icon={SHIELD}
          title={messages.proof.check}
          isBusy={isBusy}
          onPress={() => run(async () => setVerdict(await check()))}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

/** Verifies once; again where the verifier did not load. */
function createCheck(proof: string, telegramKey: string | null): () => Promise<ProofVerdict> {
  let checking: Promise<ProofVerdict> | null = null

  async function start(): Promise<ProofVerdict> {
    try {
      const verify = await importPart(loadVerifier)
      return await verify(proof, telegramKey)
    } catch (error) {
      checking = null
      throw error
    }
  }

  return () => (checking ??= start())
}

async function loadVerifier() {
  const { verifyOneProof } = await import('#proof/verify-one-proof.ts')
  const { TELEGRAM_PRODUCTION, TELEGRAM_TEST } = await import('#proof/telegram.ts')
  return (proof: string, telegramKey: string | null) => {
    const named = telegramKey === null ? [] : [{ name: 'other', publicKey: telegramKey }]
    const isTest = telegramKey === TELEGRAM_TEST.publicKey
    const further = isTest ? [TELEGRAM_TEST] : named
    return verifyOneProof(proof, { telegramKeys: [TELEGRAM_PRODUCTION, ...further] })
  }
}

type ResultProps = Pick<Props, 'wallet' | 'messages'> & { verdict: ProofVerdict }

function Result({ verdict, wallet, messages }: ResultProps) {
  const finding = findFor(wallet, verdict)
  const { proof } = messages
  if (!verdict.readable || finding === null)
    return (
      <Section header={proof.checked}>
        <Cell tone="warning" icon={WARNING} title={proof.broken} />
        {verdict.readable && <Checks verdict={verdict} messages={messages} />}
      </Section>
    )
  const isWhole = verdict.checks.every(({ result }) => result === 'passed')
  return (
    <Section header={proof.checked} footer={isWhole ? proof.holds : proof.partly}>
      <Cell icon={SHIELD} title={describe(finding, wallet, messages)} />
      {finding.launch && <LaunchCell launch={finding.launch} messages={messages} />}
      <Checks verdict={verdict} messages={messages} />
    </Section>
  )
}

type LaunchCellProps = Pick<Props, 'messages'> & { launch: NonNullable<Finding['launch']> }

/** What Telegram signed. A key that is not Telegram's own is named. */
function LaunchCell({ launch: { authDate, key }, messages: { proof } }: LaunchCellProps) {
  const { language } = useLocalization()
  const date = formatMoment(language, new Date(authDate * 1_000).toISOString())
  switch (key) {
    case 'production':
      return <Cell icon={PLANE} title={proof.launch(date)} />
    case 'test':
      return (
        <Cell icon={WARNING} tone="warning" title={proof.launch(date)} subtitle={proof.keys.test} />
      )
    default:
      return <Cell icon={WARNING} tone="warning" title={proof.keys.other(date)} />
  }
}

/** Null for a proof that does not hold, and for one of another wallet. */
function findFor(wallet: ShownWallet, verdict: ProofVerdict): Finding | null {
  if (!verdict.readable || verdict.finding?.wallet !== accountId(wallet)) return null
  return verdict.finding
}

function describe(
  { type, domain, telegramId, owners }: Finding,
  wallet: ShownWallet,
  { proof }: SharingMessages,
): string {
  const share = owners === null ? '' : `${owners.agreed}/${owners.of}`
  return proof.finding[type]({
    wallet: isolated(withoutMiddle(displayAddress(wallet))),
    domain: isolated(domain),
    id: isolated(telegramId),
    share: isolated(share),
  })
}

const ICONS = { passed: CHECK, failed: CROSS, 'needs-chain': QUESTION } as const

type ChecksProps = {
  verdict: Extract<ProofVerdict, { readable: true }>
  messages: SharingMessages
}

function Checks({ verdict, messages: { proof } }: ChecksProps) {
  const names: Record<CheckName, string> = proof.checks
  return verdict.checks.map(({ check, result }) => (
    <Cell
      key={check}
      icon={ICONS[result]}
      {...(result === 'failed' && { tone: 'warning' })}
      title={names[check]}
      subtitle={proof.result[result]}
    />
  ))
}
