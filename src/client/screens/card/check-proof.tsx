import { useEffect, useState } from 'react'
import type { CheckName } from '#proof/check.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import { createPart } from '../../parts/part.ts'
import { formatCount, formatMoment, isolated } from '../../i18n/format.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { writeResult, writeVerdict } from '../../../i18n/write-verdict.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { Cell, LinkCell, Section } from '../../ui/list.tsx'
import { PLANE, WALLET, WARNING } from '../../ui/first-icons.ts'
import { CHECK, CLOCK, CROSS, LEAVE, QUESTION, SHIELD } from '../../ui/icons.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { fetchSection, useMessagesOf, useSection } from '../arriving/use-section.ts'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useServices } from '../context/context.ts'
import { whenIdle } from '../../when-idle.ts'
import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import { CopyCell } from '../actions/copy-cell.tsx'

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
  const { language } = useLocalization()
  const words = [useSection('proof'), useSection('checks')]
  const [checked, setChecked] = useState<Checked | null>(null)
  const [check] = useState(() => createPart(() => verify({ proof, wallet, telegramKey, now })))
  useEffect(() => {
    return whenIdle(() => check.load())
  }, [check])
  if (checked !== null && words.every(({ status }) => status === 'ready'))
    return <Result {...checked} wallet={wallet} holderId={holderId} />
  return (
    <TaskSection
      footer={messages.proof.checkNote(isolated(boot.appName))}
      icon={SHIELD}
      title={messages.proof.check}
      work={async () => {
        await Promise.all([fetchSection('proof', language), fetchSection('checks', language)])
        setChecked(await check.arrive())
      }}
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
  const { verifyProof } = await import('#proof/verify-proof.ts')
  const { parseTelegramKey, TELEGRAM_PRODUCTION } = await import('#proof/telegram.ts')
  const { accountId } = await import('#proof/account-id.ts')
  const named = telegramKey === null ? null : parseTelegramKey(telegramKey)
  const telegramKeys = [TELEGRAM_PRODUCTION, ...(named === null ? [] : [named])]
  const verdict = await verifyProof(proof, { telegramKeys, now: now() })
  const isOfWallet = 'facts' in verdict && verdict.facts.claim.wallet === accountId(wallet)
  return { verdict, facts: isOfWallet ? verdict.facts : null }
}

type ResultProps = Pick<Props, 'wallet' | 'holderId'> & Checked

function Result({ verdict, facts, wallet, holderId }: ResultProps) {
  const { proof } = useMessagesOf('sharing')
  if (facts === null) return <Broken title={proof.broken} verdict={verdict} />
  const { claim } = facts
  if (claim.telegramId !== holderId)
    return <Broken title={proof.otherAccount(isolated(claim.telegramId))} verdict={verdict} />
  return (
    <Section header={proof.checked} footer={getFooter(verdict, claim, proof)}>
      <Statements verdict={verdict} wallet={wallet} />
      <WalletCell name={claim.wallet} wallet={wallet} />
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

/** A card asks no chain, so what only a chain can confirm stays open. A contract's answer is all of its proof. */
function getFooter(
  { verdict }: Verdict,
  { type, word }: Facts['claim'],
  proof: Messages['sharing']['proof'],
): string {
  if (verdict === 'proven') return proof.holds
  if (word === 'key') return proof.walletOnly
  return type === 'evm-contract' ? proof.unchecked : proof.partly
}

const ABOUT = { claim: SHIELD, stated: CLOCK, telegram: PLANE } as const

/** What follows from the proof, with the wallet's address as the card shows it. */
function Statements({ verdict, wallet }: { verdict: Verdict; wallet: ShownWallet }) {
  const { language } = useLocalization()
  const messages = useMessagesOf('proof')
  if (verdict.verdict === 'unreadable') return null
  const statements = writeVerdict(verdict, {
    messages,
    wallet: () => unbrokenAddress(wallet),
    time: (seconds) => formatMoment(language, new Date(seconds * 1_000).toISOString()),
    count: (count) => formatCount(language, count),
    quote: isolated,
  })
  return statements.map(({ about, isWarning, sentences: [title, ...notes] }) => (
    <Cell
      key={about}
      icon={isWarning ? WARNING : ABOUT[about]}
      tone={isWarning ? 'warning' : 'plain'}
      title={title}
      subtitle={notes.join(' ')}
    />
  ))
}

/** The address as its owner knows it, beside the name that the document gives it. */
function WalletCell({ name, wallet }: { name: string; wallet: ShownWallet }) {
  const messages = useMessagesOf('checks')
  return (
    <Cell
      icon={WALLET}
      title={<Address value={displayAddress(wallet)} />}
      subtitle={
        <>
          {messages.wallet} <bdi dir="ltr">{name}</bdi>
        </>
      }
    />
  )
}

const ICONS = { passed: CHECK, failed: CROSS, open: QUESTION } as const

function Checks({ verdict }: { verdict: Verdict }) {
  const messages = useMessagesOf('checks')
  const names: Record<CheckName, string> = messages.names
  if (verdict.verdict === 'unreadable') return null
  return verdict.checks.map((check) => (
    <Cell
      key={check.check}
      icon={ICONS[check.result]}
      tone={check.result === 'failed' ? 'warning' : 'plain'}
      title={names[check.check]}
      subtitle={writeResult(check, messages)}
    />
  ))
}

/** As the caption of a proof names it. */
const COMMAND = 'clasp-telegram verify'

/** Ways to check a proof that do not depend on who serves this app. */
export function CheckElsewhere({ proof }: { proof: string }) {
  const { telegram } = useServices()
  const { proof: messages } = useMessagesOf('sharing')
  return (
    <Section footer={messages.elsewhere(isolated(COMMAND))}>
      <CopyCell title={messages.copy} text={proof} />
      <LinkCell
        icon={LEAVE}
        title={messages.page}
        onPress={() => telegram.openLink(new URL(VERIFIER_PATH, location.href).href)}
      />
    </Section>
  )
}
