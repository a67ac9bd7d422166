import { useRef } from 'react'
import { share } from '#shared/api/share.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { COPY } from '../../ui/icons.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { MainAction } from '../screen/bottom-actions.tsx'
import { QrCell } from '../actions/qr-cell.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCopy } from '../actions/use-copy.ts'
import { useToast } from '../actions/use-toast.ts'
import { useCore, useServices } from '../context/context.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { ApiError } from '../../api/api-error.ts'
import { canShareMessage } from '../../telegram/can-share-message.ts'
import { useOpening } from '../actions/use-opening.ts'

const LINK: Sendable = { kind: 'link' }

type Props = {
  /** Of the member's own request, card or cosigning. */
  code: string
  /** Link that opens it from any chat. */
  url: string
  /** Who should receive it. */
  note?: string | undefined
  /** Title of the screen's main action, where sending is that. @default sending is one of the ways */
  mainTitle?: string | undefined
}

/** Ways to send a member's own request, card or cosigning to others: a message, its link, a QR code. */
export function ShareActions(props: Props) {
  return (
    <PartSection part={useSection('sharing')} lines={3}>
      <Ways {...props} />
    </PartSection>
  )
}

function Ways({ code, url, note, mainTitle }: Props) {
  const messages = useMessagesOf('sharing')
  const { telegram } = useServices()
  const { copy, outcome } = useCopy()
  const { showToast, toast } = useToast()
  const onSent = () => {
    telegram.haptic('success')
    showToast(messages.sent)
  }
  const { send, isBusy, isReady, problem } = useSend({ code, url, onSent })
  useAnnounce(isReady ? messages.chooseChat : null)
  const title = isReady ? messages.chooseChat : (mainTitle ?? messages.send)
  return (
    <>
      <Section header={messages.share} footer={note}>
        {telegram.launch.place === 'telegram' && mainTitle === undefined && (
          <ActionCell icon={PLANE} tone="accent" title={title} isBusy={isBusy} onPress={send} />
        )}
        <ActionCell icon={COPY} title={messages.copyLink} onPress={() => copy(url)} />
        <QrCell
          title={messages.showQr}
          sheetTitle={messages.share}
          label={messages.qrTitle}
          value={url}
        />
        <Toast text={toast ?? outcome} />
      </Section>
      <ProblemNotice code={problem} />
      {mainTitle !== undefined && <MainAction text={title} isBusy={isBusy} onPress={send} />}
    </>
  )
}

type Shared = Pick<Props, 'code' | 'url'> & { onSent: () => void }

/** What the client offers to the member's chats: a message from the bot, or else a link. */
type Sendable = { kind: 'message'; preparedId: string } | { kind: 'link' }

/** Sends a request or a card into a chat that the member chooses: as a message from the bot, or else its link. */
function useSend({ code, url, onSent }: Shared) {
  const { api } = useCore()
  const { telegram } = useServices()
  // What has failed once is not tried again in the same way.
  const isMessageWanted = useRef(canShareMessage(telegram))

  const sendLink = () => telegram.openTelegramLink(shareLink(url))

  async function prepare(): Promise<Sendable> {
    const { preparedMessageId } = await api.call(share, { body: { code } })
    return preparedMessageId === null ? LINK : { kind: 'message', preparedId: preparedMessageId }
  }

  async function open(sendable: Sendable): Promise<void> {
    if (sendable.kind === 'link') sendLink()
    else await sendMessage(sendable.preparedId)
  }

  async function sendMessage(preparedId: string): Promise<void> {
    switch (await telegram.shareMessage(preparedId)) {
      case 'sent':
        return onSent()
      case 'unsupported':
        isMessageWanted.current = false
        return telegram.isTapFresh() ? sendLink() : opening.offer(LINK)
      case 'failed':
        isMessageWanted.current = false
        throw new ApiError('share-failed')
      case 'declined':
    }
  }

  const opening = useOpening({ get: prepare, open })
  const { press, isBusy, isReady, problem } = opening
  const send = () => (isMessageWanted.current || isReady ? press() : sendLink())
  return {
    send,
    isBusy,
    /** What to send arrived too late for the tap: the next tap shows the member's chats. */
    isReady,
    problem,
  }
}

/** Link that lets the member send another link to their chats, on every client (core.telegram.org/widgets/share). */
export function shareLink(url: string): string {
  return `https://t.me/share/url?url=${encodeURIComponent(url)}`
}
