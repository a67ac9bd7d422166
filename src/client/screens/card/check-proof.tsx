import { useEffect, useState } from 'react'
import type { CheckName } from '#proof/check.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import { importPart } from '../../parts/part.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { PLANE, WALLET, WARNING } from '../../ui/first-icons.ts'
import { CHECK, CLOCK, CROSS, QUESTION, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'
import { whenIdle } from '../../when-idle.ts'

type Props = {
  /** The one that the card shows. A proof of another wallet proves nothing here. */
  wallet: ShownWallet
  /** Telegram id of the card's holder. A proof of another account proves nothing here. */
  holderId: string
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
export function CheckProof({ wallet, holderId, proof, telegramKey, messages }: Props) {
  const { boot, now } = useServices()
  const { run, isBusy, problem } = useTask()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [check] = useState(() => createCheck({ proof, wallet, telegramKey, now }))
  useEffect(() => {
    return whenIdle(() => void check().catch(() => {}))
  }, [check])
  if (checked !== null)
    return <Result {...checked} wallet={wallet} holderId={holderId} messages={messages} />
  return (
    <>
      <Section footer={messages.proof.checkNote(isolated(boot.appName))}>
        <ActionCell
          icon={SHIELD}
          title={messages.proof.check}
          isBusy={isBusy}
          onPress={() => run(async () => setChecked(await check()))}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

/** `facts`: null where the proof shows nothing about the wallet. */
type Checked = { verdict: Verdict; facts: Facts | null }

type Given = Pick<Props, 'proof' | 'wallet' | 'telegramKey'> & {
  /** Our clock, in milliseconds. */
  now: () => number
}

/** Verifies once; again where the verifier did not load. */
function createCheck(given: Given): () => Promise<Checked> {
  let checking: Promise<Checked> | null = null

  async function start(): Promise<Checked> {
    try {
      const verify = await importPart(loadVerifier)
      return await verify(given)
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
  const { accountId } = await import('#proof/account-id.ts')
  return async ({ proof, wallet, telegramKey, now }: Given): Promise<Checked> => {
    const named = telegramKey === null ? [] : [{ name: 'other', publicKey: telegramKey }]
    const isTest = telegramKey === TELEGRAM_TEST.publicKey
    const further = isTest ? [TELEGRAM_TEST] : named
    const telegramKeys = [TELEGRAM_PRODUCTION, ...further]
    const verdict = await verifyOneProof(proof, { telegramKeys, now: now() })
    const isOfWallet = 'facts' in verdict && verdict.facts.claim.wallet === accountId(wallet)
    return { verdict, facts: isOfWallet ? verdict.facts : null }
  }
}

type ResultProps = Pick<Props, 'wallet' | 'holderId' | 'messages'> & Checked

function Result({ verdict, facts, wallet, holderId, messages }: ResultProps) {
  const { proof } = messages
  if (facts === null) return <Broken title={proof.broken} verdict={verdict} messages={messages} />
  const { claim, launch } = facts
  if (claim.telegramId !== holderId)
    return (
      <Broken
        title={proof.otherAccount(isolated(claim.telegramId))}
        verdict={verdict}
        messages={messages}
      />
    )
  return (
    <Section header={proof.checked} footer={getFooter(verdict, claim, messages)}>
      <ClaimCell claim={claim} wallet={wallet} messages={messages} />
      <WalletCell claim={claim} wallet={wallet} messages={messages} />
      <StatedCell facts={facts} messages={messages} />
      {launch && <LaunchCell launch={launch} id={claim.telegramId} messages={messages} />}
      <Checks verdict={verdict} messages={messages} />
    </Section>
  )
}

type BrokenProps = Pick<ResultProps, 'verdict' | 'messages'> & { title: string }

function Broken({ title, verdict, messages }: BrokenProps) {
  return (
    <Section header={messages.proof.checked}>
      <Cell tone="warning" icon={WARNING} title={title} />
      <Checks verdict={verdict} messages={messages} />
    </Section>
  )
}

type DocumentClaim = Facts['claim']

/** A card asks no chain, so what only a chain can confirm stays open. A contract's answer is all of its proof. */
function getFooter(
  { verdict }: Verdict,
  { type }: DocumentClaim,
  { proof }: SharingMessages,
): string {
  if (verdict === 'proven') return proof.holds
  return type === 'evm-contract' ? proof.unchecked : proof.partly
}

type ClaimCellProps = Pick<Props, 'wallet' | 'messages'> & { claim: DocumentClaim }

function ClaimCell({ claim, wallet, messages: { proof } }: ClaimCellProps) {
  const { type, telegramId, owners } = claim
  const share = owners === null ? '' : `${owners.signed}/${owners.of}`
  const title = proof.finding[type]({
    wallet: unbrokenAddress(wallet),
    id: isolated(telegramId),
    share: isolated(share),
  })
  return claim.word === 'key' ? (
    <Cell icon={SHIELD} title={title} />
  ) : (
    <Cell icon={QUESTION} title={title} subtitle={proof.unconfirmed} />
  )
}

/** The address as its owner knows it, beside the name that the document gives it. */
function WalletCell({ claim, wallet, messages: { proof } }: ClaimCellProps) {
  return (
    <Cell
      icon={WALLET}
      title={<Address value={displayAddress(wallet)} />}
      subtitle={
        <>
          {proof.wallet} <bdi dir="ltr">{claim.wallet}</bdi>
        </>
      }
    />
  )
}

/** What the signer says: nobody confirms site and time. */
function StatedCell({ facts, messages: { proof } }: Pick<Props, 'messages'> & { facts: Facts }) {
  const { language } = useLocalization()
  const date = formatMoment(language, toIso(facts.time.seconds))
  const stated = proof.stated({ domain: isolated(facts.site.domain), date })
  return <Cell icon={CLOCK} title={stated} subtitle={proof.statedNote} />
}

type LaunchCellProps = Pick<Props, 'messages'> & {
  launch: NonNullable<Facts['launch']>
  id: string
}

/** What Telegram signed. A key that is not Telegram's own is named. */
function LaunchCell({ launch: { authDate, key }, id, messages: { proof } }: LaunchCellProps) {
  const { language } = useLocalization()
  if (key !== 'production' && key !== 'test')
    return <Cell icon={WARNING} tone="warning" title={proof.keys.other(isolated(id))} />
  const title = proof.launch(isolated(id))
  const note = proof.launchNote(formatMoment(language, toIso(authDate)))
  return (
    <>
      <Cell icon={PLANE} title={title} subtitle={note} />
      {key === 'test' && <Cell icon={WARNING} tone="warning" title={proof.keys.test} />}
    </>
  )
}

function toIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

const ICONS = { passed: CHECK, failed: CROSS, open: QUESTION } as const

function Checks({ verdict, messages: { proof } }: Pick<ResultProps, 'verdict' | 'messages'>) {
  const names: Record<CheckName, string> = proof.checks
  if (verdict.verdict === 'unreadable') return null
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
