import { useEffect, useState } from 'react'
import type { CheckName } from '#proof/check.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import { createPart } from '../../parts/part.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { Cell } from '../../ui/cell.tsx'
import { PLANE, WALLET, WARNING } from '../../ui/first-icons.ts'
import { CHECK, CLOCK, CROSS, QUESTION, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { TaskSection } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useServices } from '../context/use-services.ts'
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
}

/**
 * Checks the holder's proof on this device, which asks no server. The first check takes a phone up to 150 ms, so it is
 * made while the page is idle, and the tap shows it.
 */
export function CheckProof({ wallet, holderId, proof, telegramKey }: Props) {
  const { boot, now } = useServices()
  const messages = useMessagesOf('sharing')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [check] = useState(() => createPart(() => verify({ proof, wallet, telegramKey, now })))
  useEffect(() => {
    return whenIdle(() => check.load())
  }, [check])
  if (checked !== null) return <Result {...checked} wallet={wallet} holderId={holderId} />
  return (
    <TaskSection
      footer={messages.proof.checkNote(isolated(boot.appName))}
      icon={SHIELD}
      title={messages.proof.check}
      work={async () => setChecked(await check.arrive())}
    />
  )
}

/** `facts`: null where the proof shows nothing about the wallet. */
type Checked = { verdict: Verdict; facts: Facts | null }

type Given = Pick<Props, 'proof' | 'wallet' | 'telegramKey'> & {
  /** Our clock, in milliseconds. */
  now: () => number
}

async function verify({ proof, wallet, telegramKey, now }: Given): Promise<Checked> {
  const { verifyOneProof } = await import('#proof/verify-one-proof.ts')
  const { TELEGRAM_PRODUCTION, TELEGRAM_TEST } = await import('#proof/telegram.ts')
  const { accountId } = await import('#proof/account-id.ts')
  const named = telegramKey === null ? [] : [{ name: 'other', publicKey: telegramKey }]
  const isTest = telegramKey === TELEGRAM_TEST.publicKey
  const further = isTest ? [TELEGRAM_TEST] : named
  const telegramKeys = [TELEGRAM_PRODUCTION, ...further]
  const verdict = await verifyOneProof(proof, { telegramKeys, now: now() })
  const isOfWallet = 'facts' in verdict && verdict.facts.claim.wallet === accountId(wallet)
  return { verdict, facts: isOfWallet ? verdict.facts : null }
}

type ResultProps = Pick<Props, 'wallet' | 'holderId'> & Checked

function Result({ verdict, facts, wallet, holderId }: ResultProps) {
  const { proof } = useMessagesOf('sharing')
  if (facts === null) return <Broken title={proof.broken} verdict={verdict} />
  const { claim, telegram } = facts
  if (claim.telegramId !== holderId)
    return <Broken title={proof.otherAccount(isolated(claim.telegramId))} verdict={verdict} />
  return (
    <Section header={proof.checked} footer={getFooter(verdict, claim, proof)}>
      <ClaimCell claim={claim} wallet={wallet} />
      <WalletCell claim={claim} wallet={wallet} />
      <StatedCell facts={facts} />
      {telegram && <TelegramCell signed={telegram} id={claim.telegramId} />}
      <Checks verdict={verdict} />
    </Section>
  )
}

function Broken({ title, verdict }: { title: string; verdict: Verdict }) {
  const { proof } = useMessagesOf('sharing')
  return (
    <Section header={proof.checked}>
      <Cell tone="warning" icon={WARNING} title={title} />
      <Checks verdict={verdict} />
    </Section>
  )
}

type DocumentClaim = Facts['claim']

/** A card asks no chain, so what only a chain can confirm stays open. A contract's answer is all of its proof. */
function getFooter(
  { verdict }: Verdict,
  { type, word }: DocumentClaim,
  proof: Messages['sharing']['proof'],
): string {
  if (verdict === 'proven') return proof.holds
  if (word === 'key') return proof.walletOnly
  return type === 'evm-contract' ? proof.unchecked : proof.partly
}

type ClaimCellProps = { claim: DocumentClaim; wallet: ShownWallet }

function ClaimCell({ claim, wallet }: ClaimCellProps) {
  const { proof } = useMessagesOf('sharing')
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
function WalletCell({ claim, wallet }: ClaimCellProps) {
  const { proof } = useMessagesOf('sharing')
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
function StatedCell({ facts }: { facts: Facts }) {
  const { language } = useLocalization()
  const { proof } = useMessagesOf('sharing')
  const date = formatMoment(language, toIso(facts.time.seconds))
  const stated = proof.stated({ domain: isolated(facts.site.domain), date })
  return <Cell icon={CLOCK} title={stated} subtitle={proof.statedNote} />
}

type TelegramCellProps = { signed: NonNullable<Facts['telegram']>; id: string }

/** What Telegram signed. A key that is not Telegram's own is named. */
function TelegramCell({ signed, id }: TelegramCellProps) {
  const { language } = useLocalization()
  const { proof } = useMessagesOf('sharing')
  const key = signed.type === 'launch' ? signed.key : signed.key.trusted?.name
  if (key !== 'production' && key !== 'test')
    return <Cell icon={WARNING} tone="warning" title={proof[signed.type].otherKey(isolated(id))} />
  const { title, note } = proof[signed.type]
  const date = formatMoment(language, toIso(signed.signedAt))
  return (
    <>
      <Cell icon={PLANE} title={title(isolated(id))} subtitle={note(date)} />
      {key === 'test' && <Cell icon={WARNING} tone="warning" title={proof.testKey} />}
    </>
  )
}

function toIso(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}

const ICONS = { passed: CHECK, failed: CROSS, open: QUESTION } as const

function Checks({ verdict }: { verdict: Verdict }) {
  const { proof } = useMessagesOf('sharing')
  const names: Record<CheckName, string> = proof.checks
  if (verdict.verdict === 'unreadable') return null
  return verdict.checks.map(({ check, result }) => (
    <Cell
      key={check}
      icon={ICONS[result]}
      tone={result === 'failed' ? 'warning' : 'plain'}
      title={names[check]}
      subtitle={
        result === 'open' && check === 'telegram-signature'
          ? proof.result.unconfirmed
          : proof.result[result]
      }
    />
  ))
}
