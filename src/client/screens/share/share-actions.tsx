import { useState } from 'react'
import type { SharingMessages } from '../../i18n/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { COPY, QR } from '../../ui/icons.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { QrSheet } from '../qr-sheet.tsx'
import { useAnnounce } from '../use-announce.ts'
import { useCopy } from '../use-copy.ts'
import { useToast } from '../use-toast.ts'
import { useServices } from '../use-services.ts'
import { RetrySection } from './retry-section.tsx'
import { useSend } from './use-send.ts'
import { useSharingMessages } from './use-sharing-messages.ts'

type Props = {
  /** Of the member's own request, card or cosigning. */
  code: string
  /** Link that opens it from any chat. */
  url: string
  /** Who should receive it. */
  note?: string
}

/** Ways to send a member's own request, card or cosigning to others: a message, its link, a QR code. */
export function ShareActions({ code, url, ...props }: Props) {
  const messages = useSharingMessages()
  if (messages.status === 'failed') return <RetrySection onRetry={messages.retry} />
  if (messages.status === 'ready')
    return <Ways code={code} url={url} messages={messages.value} {...props} />
  return (
    <Section>
      <SkeletonCell />
      <SkeletonCell />
      <SkeletonCell />
    </Section>
  )
}

type ShareButtonProps = { messages: SharingMessages }

function Ways({ code, url, messages, note }: Props & ShareButtonProps) {
  const { telegram } = useServices()
  const { copy, outcome } = useCopy()
  const { showToast, toast } = useToast()
  const onSent = () => {
    telegram.haptic('success')
    showToast(messages.sent)
  }
  const { send, isBusy, isReady, problem } = useSend({ code, url, onSent })
  useAnnounce(isReady ? messages.chooseChat : null)
  return (
    <>
      <Section header={messages.share} {...(note !== undefined && { footer: note })}>
        {telegram.launch.place === 'telegram' && (
          <ActionCell
            icon={PLANE}
            tone="accent"
            title={isReady ? messages.chooseChat : messages.send}
            isBusy={isBusy}
            onPress={send}
          />
        )}
        <ActionCell icon={COPY} title={messages.copyLink} onPress={() => copy(url)} />
        <ShowCode url={url} messages={messages} />
        <Toast text={toast ?? outcome} />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

function ShowCode({ url, messages }: Pick<Props, 'url'> & ShareButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={QR} title={messages.showQr} onPress={() => setOpen(true)} />
      {isOpen && (
        <QrSheet
          title={messages.share}
          label={messages.qrTitle}
          value={url}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
