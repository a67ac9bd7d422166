import { useStore } from '@nanostores/react'
import * as v from 'valibot'
import {
  EvmAddressSchema,
  type Family,
  RawTonAddressSchema,
  TonNetworkSchema,
} from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import type { DeviceWallet, WalletConnector } from '../../wallets/wallet-connector.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../short-address.tsx'
import type { Addressed } from '../short-address-text.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { DEVICE } from '../../ui/icons/device.ts'

/** The wallets that are connected on this device, which is not the same as linked on the server. */
export function DeviceWalletSection() {
  const { wallets } = useServices()
  return (
    <>
      <OfFamily family="ton" connector={wallets.ton} />
      {wallets.evm !== null && <OfFamily family="evm" connector={wallets.evm} />}
    </>
  )
}

function OfFamily({ family, connector }: { family: Family; connector: WalletConnector }) {
  const { router } = useServices()
  const { home } = useMessages()
  const { run, isBusy, problem } = useTask()
  const wallet = useStore(connector.deviceWallet)
  if (wallet.status !== 'connected') return null
  const account = accountOf(family, wallet)
  return (
    <Section header={home.device} footer={home.deviceNote}>
      <Cell
        icon={DEVICE}
        title={<bdi>{wallet.walletApp.name}</bdi>}
        after={account !== null && <ShortAddress wallet={account} />}
      />
      <ActionCell
        tone="accent"
        title={home.switch}
        onPress={() => router.open({ screen: 'connect' })}
      />
      <ActionCell
        tone="destructive"
        title={home.disconnect}
        isBusy={isBusy}
        onPress={() => run(() => connector.disconnect())}
      />
      <ProblemNotice code={problem} />
    </Section>
  )
}

/** What a wallet says of itself is shown only if it can be an address. */
function accountOf(
  family: Family,
  { address, network }: Extract<DeviceWallet, { status: 'connected' }>,
): Addressed | null {
  if (family === 'evm') return v.is(EvmAddressSchema, address) ? { family, address } : null
  const isShown = v.is(RawTonAddressSchema, address) && v.is(TonNetworkSchema, network)
  return isShown ? { family, address, network } : null
}
