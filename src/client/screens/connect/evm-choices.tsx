import { EVM_WALLET_IDS, type EvmWalletId } from '#shared/evm-wallet-names.ts'
import { COSIGNING_CODE } from '#shared/start-param.ts'
import { formatList } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { EVM_WALLETS } from '../../wallets/evm/evm-wallets.ts'
import { Section } from '../../ui/list.tsx'
import { WalletIcon } from '../../ui/wallet-icon.tsx'
import type { Aim, Preparation } from '../linking/preparation.ts'
import { useCore, useServices } from '../context/context.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from '../linking/use-choosing.ts'
import { WALLET } from '../../ui/first-icons.ts'

/** Hues of the tiles, in degrees; they distinguish the tiles and are not the wallets' brand colours. */
const HUES: Readonly<Record<EvmWalletId, number>> = {
  metamask: 28,
  trust: 217,
  okx: 288,
  bitget: 193,
  rainbow: 352,
  safe: 145,
}

type Props = { aim: Aim }

/** The common EVM wallets, each opened with one tap, and the list of all others. */
export function EvmChoices({ aim }: Props) {
  const { preparations } = useCore()
  return preparations.evm && <Wallets aim={aim} preparation={preparations.evm} />
}

function Wallets({ preparation, aim }: Props & { preparation: Preparation }) {
  const messages = useMessagesOf('evm')
  const choosing = useChoosing(preparation, aim)
  const cell = { choosing, onIntent: () => void preparation.warmUp() }
  return (
    <Section header={messages.choices} footer={<Chains />}>
      {idsFor(aim).map((id) => (
        <ChoiceCell
          key={id}
          {...cell}
          choice={id}
          tile={
            <WalletIcon
              path={`/wallet-icons/evm/${id}`}
              name={EVM_WALLETS[id].name}
              hue={HUES[id]}
            />
          }
          title={<bdi>{EVM_WALLETS[id].name}</bdi>}
          subtitle={id === 'safe' ? messages.safeNote : undefined}
        />
      ))}
      <ChoiceCell {...cell} choice="all-wallets" icon={WALLET} title={messages.allWallets} />
    </Section>
  )
}

/** An owner confirms with a wallet of their own, not with the Safe that they confirm for. */
function idsFor({ purpose }: Aim) {
  const isOwner = purpose !== null && COSIGNING_CODE.test(purpose)
  return isOwner ? EVM_WALLET_IDS.filter((id) => id !== 'safe') : EVM_WALLET_IDS
}

/** Which chains are accepted, and which service carries the connection. */
function Chains() {
  const messages = useMessagesOf('evm')
  const { boot } = useServices()
  const { language } = useLocalization()
  const names = (boot.evm?.chains ?? []).map((id) => messages.chainName(id))
  return messages.choicesNote(formatList(language, names))
}
