import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { DEVICE } from '../../ui/icons.ts'
import { DisconnectCell } from '../device/disconnect-cell.tsx'
import { useConnection } from '../device/use-connected-wallets.ts'

/** The wallet's connection on this device. Nothing where it has none. */
export function ConnectedSection({ wallet }: { wallet: Wallet }) {
  const { home } = useMessages()
  const connection = useConnection(wallet)
  if (connection === undefined) return null
  return (
    <Section footer={home.deviceNote}>
      <Cell icon={DEVICE} title={home.device} subtitle={<bdi>{connection.walletApp.name}</bdi>} />
      <DisconnectCell connector={connection.connector} />
    </Section>
  )
}
