import { useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { DEVICE } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { createNameChoice } from '../linking/name-choice.ts'
import { type ConnectedOwner, useConnectedOwner } from './use-connected-owner.ts'
import { useCore } from '../context/use-core.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** What an owner decides before confirming, and the one button for that. Last on its screen. */
export function Ask({ cosigning, messages: { cosign } }: Props) {
  const isOffered = useOfferedFamilies().includes(cosigning.multisig.family)
  const connected = useConnectedOwner(cosigning)
  if (!isOffered) return <Notice>{cosign.unavailable}</Notice>
  if (connected.status === 'restoring') return null
  const parts = { cosigning, messages: cosign }
  return connected.status === 'found' ? (
    <SignConnected {...parts} owner={connected} />
  ) : (
    <ConnectFirst {...parts} />
  )
}

type PartProps = { cosigning: Cosigning; messages: MultisigMessages['cosign'] }

/** No owner's wallet is connected on this device. */
function ConnectFirst({ cosigning, messages }: PartProps) {
  const connect = useConnect(cosigning)
  const isSigned = cosigning.method === 'signatures'
  return (
    <>
      <WhoseItIs cosigning={cosigning} messages={messages} />
      <NameChoice cosigning={cosigning} messages={messages} />
      <MainAction text={isSigned ? messages.sign : messages.agree} onPress={connect} />
    </>
  )
}

/** An owner's wallet is connected already: it signs without being paired anew. */
function SignConnected({ cosigning, owner, messages }: PartProps & { owner: ConnectedOwner }) {
  const { attempts, preparations } = useCore()
  const { attempt: common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const connect = useConnect(cosigning)
  const { account, walletApp } = owner
  const sign = async () => {
    const attempt = await preparations.evm?.take(cosigning.code)
    if (attempt !== undefined) void attempts.signAs(attempt, account)
  }
  return (
    <>
      <WhoseItIs cosigning={cosigning} messages={messages} />
      <Section>
        <Cell
          icon={DEVICE}
          title={messages.signedAs}
          subtitle={<bdi>{walletApp.name}</bdi>}
          after={<ShortAddress wallet={{ family: 'evm', address: account.address }} />}
        />
        <ActionCell icon={WALLET} title={common.anotherWallet} onPress={connect} />
      </Section>
      <ProblemNotice code={problem} />
      <NameChoice cosigning={cosigning} messages={messages} />
      {/* A wallet opens only inside a tap on the page, so this is never Telegram's own button. It alone stays in view: a
          higher bar would cover what can be pressed on a small phone. */}
      <div className="actions actions-end">
        <Button isBusy={isBusy} onPress={() => run(sign)}>
          {messages.signWith(isolated(walletApp.name))}
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

/** What happens to a confirmation that would not be attributed to the member. */
function WhoseItIs({ cosigning: { method, owners }, messages }: PartProps) {
  const own = owners.filter(({ mine }) => mine)
  if (own.some(({ signed }) => signed)) return <Notice>{messages.anonymous}</Notice>
  if (own.length > 0) return null
  return <Notice>{method === 'signatures' ? messages.unlistedSignature : messages.unlisted}</Notice>
}

/** Beside the button: whether the other owners see the member's name, where the confirmation would have one. */
function NameChoice(props: PartProps) {
  const { method, owners } = props.cosigning
  const hasName = method === 'agreements' || owners.some(({ mine }) => mine)
  return hasName ? <ShowName {...props} /> : null
}

function ShowName({ cosigning: { code, multisig, method }, messages }: PartProps) {
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
        title={method === 'agreements' ? messages.showNameInProofs : messages.showName}
        isOn={isOn}
        onChange={change}
      />
    </Section>
  )
}
