import { useState } from 'react'
import type { CheckName } from '#proof/check.ts'
import type { Finding, ProofVerdict } from '#proof/verify-proof.ts'
import { accountId } from '#shared/account-id.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import { isolated } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { WARNING } from '../../ui/first-icons.ts'
import { CHECK, CROSS, QUESTION, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { withoutMiddle } from '../../ui/without-middle.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'

type Props = {
  /** The one that the card shows. A proof of another wallet proves nothing here. */
  wallet: ShownWallet
  /** A document in the format clasp-proof/1. */
  proof: string
  messages: SharingMessages
}

/** Checks the holder's proof on this device. The verifier loads with the tap, and asks no server. */
export function CheckProof({ wallet, proof, messages }: Props) {
  const { boot } = useServices()
  const { run, isBusy, problem } = useTask()
  const [verdict, setVerdict] = useState<ProofVerdict | null>(null)
  if (verdict !== null) return <Result verdict={verdict} wallet={wallet} messages={messages} />
  const check = async () => {
    const { verifyProof } = await import('#proof/verify-proof.ts')
    setVerdict(await verifyProof(proof))
  }
  return (
    <>
      <Section footer={messages.proof.checkNote(isolated(boot.appName))}>
        <ActionCell
          icon={SHIELD}
          title={messages.proof.check}
          isBusy={isBusy}
          onPress={() => run(check)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
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
      <Checks verdict={verdict} messages={messages} />
    </Section>
  )
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
