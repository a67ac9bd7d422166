import { sendProof } from '#shared/api/send-proof.ts'
import { Section } from '../../ui/section.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useCore } from '../context/use-core.ts'
import { StrengthenProof } from './strengthen-proof.tsx'

type Props = { walletId: string }

/** Has the bot send the member the proof of a wallet as a file, and Telegram sign it. */
export function TakeProof({ walletId }: Props) {
  return (
    <PartSection part={useSection('sharing')}>
      <Take walletId={walletId} />
      <StrengthenProof walletId={walletId} />
    </PartSection>
  )
}

function Take({ walletId }: Props) {
  const { api } = useCore()
  const { proof } = useMessagesOf('sharing')
  return (
    <Section footer={proof.takeNote}>
      <SendFileAction title={proof.take} send={() => api.call(sendProof, { id: walletId })} />
    </Section>
  )
}
