import { useStore } from '@nanostores/react'
import * as v from 'valibot'
import { RawTonAddressSchema, TonNetworkSchema } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ShortAddress } from '../short-address.tsx'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { DEVICE } from '../../ui/icons/device.ts'

/** The wallet that is connected on this device, which is not the same as linked on the server. */
export function DeviceWalletSection() {
  const { wallets, router } = useServices()
  const { home, problems } = useMessages()
  const { run, isBusy, problem } = useTask()
  const wallet = useStore(wallets.deviceWallet)
  if (wallet.status !== 'connected') return null
  const { address, network, walletApp } = wallet
  const isShown = v.is(RawTonAddressSchema, address) && v.is(TonNetworkSchema, network)
  return (
    <Section header={home.device} footer={home.deviceNote}>
      <Cell
        icon={DEVICE}
        title={<bdi>{walletApp.name}</bdi>}
        after={isShown && <ShortAddress address={address} network={network} />}
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
        onPress={() => run(() => wallets.disconnect())}
      />
      {problem !== null && <Notice>{problems[problem]}</Notice>}
    </Section>
  )
}
