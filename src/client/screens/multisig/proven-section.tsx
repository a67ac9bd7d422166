import { useStore } from '../../ui/use-store.ts'
import type { MultisigDetail } from '#shared/multisig.ts'
import { formatDate } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { PEN } from '../../ui/icons/pen.ts'
import { QUESTION } from '../../ui/icons/question.ts'
import { SHIELD } from '../../ui/icons/shield.ts'
import { WALLET } from '../../ui/icons/wallet.ts'
import { WARNING } from '../../ui/icons/warning.ts'
import { Pill } from '../../ui/pill.tsx'
import { Section } from '../../ui/section.tsx'
import { toneOfLevel } from '../tone-of-level.ts'
import { useServices } from '../use-services.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail; words: MultisigMessages }

/** What the member has proven of the multisig, in one sentence; of a link that has ended, that it has. */
export function ProvenSection({ multisig, words }: Props) {
  const { wallet } = useMessages()
  const { walletId } = multisig
  const isStale = walletId !== null && !holds(multisig)
  return (
    <Section header={wallet.proof}>
      {isStale && <Stale walletId={walletId} words={words} />}
      <LevelCell multisig={multisig} words={words} />
      {walletId !== null && <LinkLine walletId={walletId} words={words} />}
    </Section>
  )
}

function LevelCell({ multisig: { level }, words }: Props) {
  const { wallet } = useMessages()
  if (level === null) {
    return (
      <Cell
        icon={QUESTION}
        title={<Pill tone="quiet">{words.nothing}</Pill>}
        subtitle={words.problems['multisig-not-signer']}
      />
    )
  }
  const { name, sentence } = wallet.levels[level]
  return (
    <Cell
      icon={level === 'signer' ? PEN : SHIELD}
      title={<Pill tone={toneOfLevel(level)}>{name}</Pill>}
      subtitle={sentence}
    />
  )
}

type LinkProps = { walletId: string; words: MultisigMessages }

/** Of a wallet that is not known here, being unlinked just now, nothing is said. */
function Stale({ walletId, words }: LinkProps) {
  const { member } = useServices()
  const { language } = useSpeech()
  const state = useStore(member)
  const wallets = state.status === 'known' ? state.me.wallets : []
  const linked = wallets.find(({ id }) => id === walletId)
  if (linked === undefined) return null
  const { name, sentence } = words.stale(formatDate(language, linked.verifiedAt))
  return (
    <Cell
      tone="warning"
      icon={WARNING}
      title={<Pill tone="warning">{name}</Pill>}
      subtitle={sentence}
    />
  )
}

function LinkLine({ walletId, words }: LinkProps) {
  const { preload, router } = useServices()
  return (
    <LinkCell
      icon={WALLET}
      title={words.yourLink}
      onPress={() => router.open({ screen: 'wallet', id: walletId })}
      onIntent={() => preload('wallet')}
    />
  )
}
