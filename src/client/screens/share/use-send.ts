import { useRef } from 'react'
import { share } from '#shared/api/share.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { ApiError } from '../../api/api-error.ts'
import { canShareMessage } from '../../telegram/can-share-message.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { shareLink } from './share-link.ts'

type Shared = {
  /** Of an own request or card. */
  code: string
  /** Link that opens it, from any chat. */
  url: string
  onSent: () => void
}

type Send = { send: () => void; isBusy: boolean; problem: ProblemCode | null }

/** Sends a request or a card into a chat of the member's choice: as a message of the bot's, or else its link. */
export function useSend({ code, url, onSent }: Shared): Send {
  const { api } = useCore()
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  // What has failed once is not tried again in the same way.
  const isMessageWanted = useRef(canShareMessage(telegram))

  const sendLink = () => telegram.openTelegramLink(shareLink(url))

  async function sendMessage(): Promise<void> {
    const { preparedMessageId } = await api.call(share, { body: { code } })
    if (preparedMessageId === null) return sendLink()
    switch (await telegram.shareMessage(preparedMessageId)) {
      case 'sent':
        return onSent()
      case 'unsupported':
        return sendLink()
      case 'failed':
        isMessageWanted.current = false
        throw new ApiError('share-failed')
      case 'declined':
    }
  }

  return {
    send: () => (isMessageWanted.current ? run(sendMessage) : sendLink()),
    isBusy,
    problem,
  }
}
