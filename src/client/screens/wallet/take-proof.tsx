import { sendProof } from '#shared/api/send-proof.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useCore } from '../context/use-core.ts'
import { StrengthenProof } from './strengthen-proof.tsx'

/** Has the bot send the member the proof of a wallet as a file, and Telegram sign it. */
export function TakeProof({ walletId }: { walletId: string }) {
  const messages = useSection('sharing')
  return (
    <PartSection part={messages}>
      {(ready) => (
        <>
          <Take walletId={walletId} messages={ready} />
          <StrengthenProof walletId={walletId} messages={ready} />
        </>
      )}
    </PartSection>
  )
}

function Take({ walletId, messages }: { walletId: string; messages: SharingMessages }) {
  const { api } = useCore()
  return (
    <Section footer={messages.proof.takeNote}>
      <SendFileAction
        title={messages.proof.take}
        send={() => api.call(sendProof, { id: walletId })}
      />
    </Section>
  )
}
