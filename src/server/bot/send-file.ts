import { type Api, InputFile } from 'grammy'
import type { Language } from '#shared/languages.ts'
import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import { writeProof } from '../proofs/build-proof.ts'
import type { SendFile, SentFile } from '../proofs/file-sender.ts'
import { messagesIn } from './messages/messages-in.ts'
import { HTML_MESSAGE } from './markup.ts'
import { getOutcomeAfter } from './send-receipt.ts'
import { shortAddress } from './describe-wallet.ts'

/** Sends files, because web views save none. */
export function createSendFile(api: Api, publicUrl: string): SendFile {
  return async ({ telegramId, language }, sent) => {
    const { name, text, caption } = toFile(sent, { language, publicUrl })
    const { parse_mode } = HTML_MESSAGE
    try {
      const file = new InputFile(Buffer.from(text), name)
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

type NamedFile = {
  /** As the member finds it among their files. */
  name: string
  text: string
  /** Telegram HTML. */
  caption: string
}

function toFile(
  sent: SentFile,
  { language, publicUrl }: { language: Language; publicUrl: string },
): NamedFile {
  const { files, proof } = messagesIn(language).texts
  switch (sent.kind) {
    case 'proof': {
      const page = `${publicUrl}${VERIFIER_PATH}`
      const caption = proof({ wallet: shortAddress(sent.wallet), page })
      return { name: 'clasp-proof.json', text: writeProof(sent.document), caption }
    }
    case 'people':
      return { name: sent.fileName, text: sent.csv, caption: files.people }
    case 'data':
      return { name: 'clasp-data.json', text: toJson(sent.document), caption: files.data }
  }
}

function toJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
