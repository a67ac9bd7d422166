import { sendProof } from '#shared/api/send-proof.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { LocalizedSection } from '../localized-section.tsx'
import { SendFileAction } from '../send-file-action.tsx'
import { useSharingMessages } from '../share/use-sharing-messages.ts'
import { useCore } from '../use-core.ts'
import { StrengthenProof } from './strengthen-proof.tsx'

/** Has the bot send the member the proof of a wallet as a file, and Telegram sign it. */
export function TakeProof({ walletId }: { walletId: string }) {
  const messages = useSharingMessages()
  return (
    <LocalizedSection messages={messages}>
      {(ready) => (
        <>
          <Take walletId={walletId} messages={ready} />
          <StrengthenProof walletId={walletId} messages={ready} />
        </>
      )}
    </LocalizedSection>
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
