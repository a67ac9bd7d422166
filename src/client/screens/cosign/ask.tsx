import { useEffect, useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { DEVICE } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { MainAction } from '../screen/bottom-actions.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { createNameChoice } from '../linking/name-choice.ts'
import { useCore, useMe, useServices } from '../context/context.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { useTask } from '../actions/use-task.ts'
import { atom } from 'nanostores'
import type { EvmAccount } from '#shared/evm-account.ts'
import { useStore } from '../../use-store.ts'
import type { DeviceWallet, WalletApp } from '../../wallets/wallet-connector.ts'
import { getNeededOwners } from './get-needed-owners.ts'

type Props = { cosigning: Cosigning }

/** What an owner decides before confirming, and the one button for that. Last on its screen. */
export function Ask({ cosigning }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const isOffered = useOfferedFamilies().includes(cosigning.multisig.family)
  const connected = useConnectedOwner(cosigning)
  // Whose owners' wallets they are is not known before.
  if (useMe() === null) return null
  if (!isOffered) return <Notice>{cosign.unavailable}</Notice>
  if (connected.status === 'restoring') return null
  return connected.status === 'found' ? (
    <SignConnected cosigning={cosigning} owner={connected} />
  ) : (
    <ConnectFirst cosigning={cosigning} />
  )
}

/** No owner's wallet is connected on this device. */
function ConnectFirst({ cosigning }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const connect = useConnect(cosigning)
  const isSigned = cosigning.method === 'signatures'
  return (
    <>
      <NameChoice cosigning={cosigning} />
      <MainAction text={isSigned ? cosign.sign : cosign.agree} onPress={connect} />
    </>
  )
}

/** An owner's wallet is connected already: it signs without being paired anew. */
function SignConnected({ cosigning, owner }: Props & { owner: ConnectedOwner }) {
  const { cosign } = useMessagesOf('multisig')
  const { attempts, preparations } = useCore()
  const { attempt: common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const connect = useConnect(cosigning)
  const { router } = useServices()
  const { account, walletApp } = owner
  const sign = async () => {
    const from = router.route.get()
    const attempt = await preparations.evm?.take(cosigning.code)
    // Skip this if the member has moved on meanwhile.
    if (attempt !== undefined && router.route.get() === from) void attempts.signAs(attempt, account)
  }
  return (
    <>
      <Section>
        <Cell
          icon={DEVICE}
          title={cosign.signedAs}
          subtitle={<bdi>{walletApp.name}</bdi>}
          after={<ShortAddress wallet={{ family: 'evm', address: account.address }} />}
        />
        <ActionCell icon={WALLET} title={common.anotherWallet} onPress={connect} />
      </Section>
      <ProblemNotice code={problem} />
      <NameChoice cosigning={cosigning} />
      {/* A wallet opens only inside a tap on the page, so this is never Telegram's own button. It alone stays in view: a
          higher bar would cover what can be pressed on a small phone. */}
      <div className="actions actions-end">
        <Button isBusy={isBusy} onPress={() => run(sign)}>
          {cosign.signWith(isolated(walletApp.name))}
        </Button>
      </div>
    </>
  )
}

/** To the choice of a wallet for this cosigning. */
function useConnect({ code }: Cosigning): () => void {
  const { router } = useServices()
  return () => {
    // A second tap can come before the screen has changed.
    if (router.route.get().screen === 'cosign') router.open({ screen: 'connect', purpose: code })
  }
}

/** Beside the button: whether the other owners see the member's name, where the confirmation would have one. */
function NameChoice({ cosigning }: Props) {
  const { method, owners } = cosigning
  const hasName = method === 'agreements' || owners.some(({ mine }) => mine)
  return hasName ? <ShowName cosigning={cosigning} /> : null
}

function ShowName({ cosigning: { code, multisig, method } }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const { preparations, storage } = useCore()
  const { telegram } = useServices()
  const [choice] = useState(() => createNameChoice(storage))
  const [isOn, setOn] = useState(() => choice.of(code))
  const change = (showsName: boolean) => {
    telegram.haptic('selection')
    choice.choose(code, showsName)
    // The prepared attempt was made with the other answer.
    preparations[multisig.family]?.reset()
    setOn(showsName)
  }
  return (
    <Section>
      <SwitchCell
        title={method === 'agreements' ? cosign.showNameInProofs : cosign.showName}
        isOn={isOn}
        onChange={change}
      />
    </Section>
  )
}

const NONE = atom<DeviceWallet>({ status: 'disconnected' })

type ConnectedOwner = { status: 'found'; account: EvmAccount; walletApp: WalletApp }

/** The owner's account of the wallet that is connected on this device, which can sign here without a new pairing. */
function useConnectedOwner(
  cosigning: Cosigning,
): ConnectedOwner | { status: 'restoring' | 'none' } {
  const { evm } = useServices().wallets
  const wallet = useStore(evm?.deviceWallet ?? NONE)
  const isSigned = cosigning.method === 'signatures'
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    if (!isSigned || evm === null || evm.deviceWallet.get().status === 'disconnected') return
    const restored = () => setRestored(true)
    // Also connects to the relay, so that a later tap is answered sooner.
    evm.restore().then(restored, restored)
  }, [evm, isSigned])
  if (!isSigned) return { status: 'none' }
  if (wallet.status === 'restoring' && !isRestored) return { status: 'restoring' }
  const account = wallet.status === 'connected' ? findSigner(cosigning, wallet.safeSigners) : null
  if (wallet.status !== 'connected' || account === null) return { status: 'none' }
  return { status: 'found', account, walletApp: wallet.walletApp }
}

/** On the Safe's own chain, because wallets sign typed data only on the chain that is named in it. */
function findSigner(
  { multisig, owners }: Extract<Cosigning, { method: 'signatures' }>,
  offered: readonly EvmAccount[] = [],
): EvmAccount | null {
  const here = offered.filter(({ chainId }) => chainId === multisig.chainId)
  for (const owner of getNeededOwners(owners)) {
    const account = here.find(({ address }) => address.toLowerCase() === owner.toLowerCase())
    if (account !== undefined) return account
  }
  return null
}
