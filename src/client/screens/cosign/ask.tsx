import { useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { MainAction } from '../main-action.tsx'
import { createNameChoice } from './name-choice.ts'
import { useCore } from '../use-core.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'
import { useServices } from '../use-services.ts'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** What an owner reads and decides before confirming, and the one button for that. */
export function Ask({ cosigning, messages: { cosign } }: Props) {
  const { router } = useServices()
  const { code, method, multisig, owners } = cosigning
  const isOffered = useOfferedFamilies().includes(multisig.family)
  if (!isOffered) return <Notice>{cosign.unavailable}</Notice>
  const isListed = owners.some(({ mine }) => mine)
  const connect = () => {
    // A second tap can come before the screen has changed.
    if (router.route.get().screen === 'cosign') router.open({ screen: 'connect', purpose: code })
  }
  return (
    <>
      <WhoseItIs cosigning={cosigning} messages={cosign} />
      {(isListed || method === 'agreements') && (
        <ShowName cosigning={cosigning} messages={cosign} />
      )}
      <MainAction text={method === 'signatures' ? cosign.sign : cosign.agree} onPress={connect} />
    </>
  )
}

/** What happens to a confirmation that would not be attributed to the member. */
function WhoseItIs({ cosigning: { method, owners }, messages }: NameProps) {
  const own = owners.filter(({ mine }) => mine)
  if (own.some(({ signed }) => signed)) return <Notice>{messages.anonymous}</Notice>
  if (own.length > 0) return null
  return <Notice>{method === 'signatures' ? messages.unlistedSignature : messages.unlisted}</Notice>
}

type NameProps = { cosigning: Cosigning; messages: MultisigMessages['cosign'] }

function ShowName({ cosigning: { code, multisig }, messages }: NameProps) {
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
    <Section footer={messages.showNameNote}>
      <SwitchCell title={messages.showName} isOn={isOn} onChange={change} />
    </Section>
  )
}
