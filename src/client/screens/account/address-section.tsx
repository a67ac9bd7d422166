import { displayAddress } from '#shared/display-address.ts'
import type { EvmWallet, TonNetwork, TonWallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { CopyCell } from '../actions/copy-cell.tsx'
import { QrCell } from '../actions/qr-cell.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'
import { LEAVE } from '../../ui/icons.ts'

/** What an address belongs to: a wallet, or a multisig. */
type Located =
  | Pick<TonWallet, 'family' | 'network' | 'address'>
  | Pick<EvmWallet, 'family' | 'chainId' | 'address'>

type Props = { wallet: Located }

/** An address to read, copy and look up. */
export function AddressSection({ wallet }: Props) {
  const { wallet: messages } = useMessages()
  const address = displayAddress(wallet)
  return (
    <Section header={messages.address}>
      <Cell title={<Address value={address} />} />
      <CopyCell title={messages.copyAddress} text={address} />
      <QrCell
        title={messages.showQr}
        sheetTitle={messages.address}
        label={messages.address}
        value={address}
      >
        <Address value={address} />
      </QrCell>
      <ShowInExplorer wallet={wallet} />
    </Section>
  )
}

function ShowInExplorer({ wallet }: Props) {
  const { telegram } = useServices()
  const { wallet: messages } = useMessages()
  const link = useExplorerLink(wallet)
  if (link === null) return null
  return (
    <ActionCell icon={LEAVE} title={messages.explorer} onPress={() => telegram.openLink(link)} />
  )
}

const EXPLORERS: Record<TonNetwork, string> = {
  '-239': 'https://tonviewer.com',
  '-3': 'https://testnet.tonviewer.com',
}

/** Chain on which to show an account that is the same on all chains. */
const FIRST_CHAIN = 1

/** Null as long as no explorer is known, or where there is none. */
function useExplorerLink(wallet: Located): string | null {
  const evm = useSection('evm', wallet.family === 'evm')
  const address = displayAddress(wallet)
  if (wallet.family === 'ton') return `${EXPLORERS[wallet.network]}/${address}`
  return evm.status === 'ready'
    ? evm.value.explorerLink(wallet.chainId ?? FIRST_CHAIN, address)
    : null
}
