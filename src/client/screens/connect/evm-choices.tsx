import type { EvmWalletId } from '#shared/evm-wallet-names.ts'
import { COSIGNING_CODE } from '#shared/start-param.ts'
import { formatList } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { EVM_WALLETS } from '../../wallets/evm/evm-wallets.ts'
import { Section } from '../../ui/section.tsx'
import { Tile } from '../../ui/tile.tsx'
import type { Preparation } from '../attempt/preparation.ts'
import { useCore } from '../use-core.ts'
import { type EvmTexts, useEvmMessages } from '../use-evm-messages.ts'
import { useServices } from '../use-services.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { ChoicesMissing } from './choices-missing.tsx'
import { ChoicesToCome } from './choices-to-come.tsx'
import { useChoosing } from './use-choosing.ts'
import { WALLET } from '../../ui/first-icons.ts'

/** In the order on the screen. */
const IDS = ['metamask', 'trust', 'okx', 'bitget', 'rainbow', 'safe'] as const

/** Hues of the tiles, in degrees; they distinguish the tiles and are not the wallets' brand colours. */
const HUES: Record<(typeof IDS)[number], number> = {
  metamask: 55,
  trust: 260,
  okx: 320,
  bitget: 215,
  rainbow: 20,
  safe: 155,
}

type Props = {
  /** Code of the connect request that linking answers, or of the cosigning that an owner confirms. */
  purpose?: string
}

/** The common EVM wallets, each opened with one tap, and the list of all others. */
export function EvmChoices(props: Props) {
  const { preparations } = useCore()
  const messages = useEvmMessages()
  if (preparations.evm === null) return null
  if (messages.status === 'waiting') return <ChoicesToCome lines={IDS.length + 1} />
  if (messages.status === 'failed') return <ChoicesMissing onRetry={messages.retry} />
  return <Wallets {...props} preparation={preparations.evm} messages={messages.value} />
}

type WalletsProps = Props & { preparation: Preparation; messages: EvmTexts }

function Wallets({ preparation, messages, purpose }: WalletsProps) {
  const choosing = useChoosing(preparation, purpose)
  const cell = { choosing, onIntent: () => void preparation.warmUp() }
  return (
    <Section header={messages.choices} footer={<Chains messages={messages} />}>
      {idsFor(purpose).map((id) => (
        <ChoiceCell
          key={id}
          {...cell}
          choice={id}
          tile={<Tile letter={getLetter(id)} hue={HUES[id]} />}
          title={<bdi>{EVM_WALLETS[id].name}</bdi>}
          {...(id === 'safe' && { subtitle: messages.safeNote })}
        />
      ))}
      <ChoiceCell {...cell} choice="all-wallets" icon={WALLET} title={messages.allWallets} />
    </Section>
  )
}

/** An owner confirms with a wallet of their own, not with the Safe that they confirm for. */
function idsFor(purpose?: string) {
  const isOwner = purpose !== undefined && COSIGNING_CODE.test(purpose)
  return isOwner ? IDS.filter((id) => id !== 'safe') : IDS
}

function getLetter(id: EvmWalletId): string {
  return EVM_WALLETS[id].name.slice(0, 1)
}

/** Which chains are accepted, and which service carries the connection. */
function Chains({ messages }: { messages: EvmTexts }) {
  const { boot } = useServices()
  const { language } = useLocalization()
  const names = (boot.evm?.chains ?? []).map((id) => messages.chainName(id))
  return messages.choicesNote(formatList(language, names))
}
