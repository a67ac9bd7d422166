import { useRef } from 'react'
import { share } from '#shared/api/share.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '../../api/api-error.ts'
import { canShareMessage } from '../../telegram/can-share-message.ts'
import { useCore } from '../use-core.ts'
import { useOpening } from '../use-opening.ts'
import { useServices } from '../use-services.ts'
import { shareLink } from './share-link.ts'

type Shared = {
  /** Of the member's own request or card. */
  code: string
  /** Link that opens it from any chat. */
  url: string
  onSent: () => void
}

type Send = {
  send: () => void
  isBusy: boolean
  /** What to send arrived too late for the tap: the next tap shows the member's chats. */
  isReady: boolean
  problem: ProblemCode | null
}

/** What the client offers to the member's chats: a message from the bot, or else a link. */
type Sendable = { kind: 'message'; preparedId: string } | { kind: 'link' }

const LINK: Sendable = { kind: 'link' }

/** Sends a request or a card into a chat that the member chooses: as a message from the bot, or else its link. */
export function useSend({ code, url, onSent }: Shared): Send {
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
  return { send, isBusy, isReady, problem }
}
