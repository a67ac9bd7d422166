import { type Api, InputFile } from 'grammy'
import type { SendProof } from '../proofs/proof-sender.ts'
import { messagesIn } from './messages/messages-in.ts'
import { HTML_MESSAGE } from './markup.ts'
import { getOutcomeAfter } from './send-receipt.ts'
import { shortAddress } from './short-address.ts'

/** As the member finds it among their files. */
const FILE_NAME = 'clasp-proof.json'

/** Sends proofs as files, because web views save none. */
export function createSendProof(api: Api): SendProof {
  return async ({ telegramId, language }, { wallet, document }) => {
    const { texts } = messagesIn(language)
    const file = new InputFile(Buffer.from(`${JSON.stringify(document, null, 2)}\n`), FILE_NAME)
    const { parse_mode } = HTML_MESSAGE
    const caption = texts.proof({ wallet: shortAddress(wallet) })
    try {
      await api.sendDocument(telegramId, file, { caption, parse_mode })
      return { outcome: 'delivered' }
    } catch (error) {
      const after = getOutcomeAfter(error)
      if (after.outcome === 'forbidden') return after
      const retryAfterMs = after.outcome === 'failed' ? after.retryAfterMs : null
      return { outcome: 'failed', retryAfterMs }
    }
  }
}
