import type { Account, TonConnect } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonTextSchema } from '#shared/api/submit-text.ts'
import type { WalletAnswer } from '../wallet-connector.ts'
import { getSignErrorCode } from './ton-connect-error.ts'
import { readAccount } from './connecting.ts'

/** A text that the connected wallet has been asked to sign. */
type PendingText = { message: string; sending: AbortController }

export type TextSigner = {
  /** Requests the text, unless it is already requested. */
  sign(message: string): void
  giveUp(): void
}

type Options = {
  onAnswer: (answer: WalletAnswer) => void
  /** The wallet cannot sign texts. */
  onMute: () => void
}

/**
 * Asks the connected wallet to sign texts, one at a time: an answer to an earlier one is ignored. The
 * library forgets a request with the page, so that after a reload the wallet must be asked again.
 */
export function createTextSigner(connector: TonConnect, { onAnswer, onMute }: Options): TextSigner {
  let asked: PendingText | null = null

  function giveUp(): void {
    asked?.sending.abort()
    asked = null
  }

  async function ask(message: string): Promise<void> {
    giveUp()
    const mine = { message, sending: new AbortController() }
    asked = mine
    const answer = await signed(connector, mine)
    if (asked !== mine) return
    asked = null
    if (answer.kind === 'failure' && answer.code === 'ton-text-unsupported') onMute()
    onAnswer(answer)
  }

  // A wallet that has ended the connection no longer answers.
  connector.onStatusChange((wallet) => {
    if (wallet !== null || asked === null) return
    giveUp()
    onAnswer({ kind: 'failure', code: 'ton-session-lost' })
  })

  return {
    giveUp,
    sign(message) {
      if (asked?.message !== message) void ask(message)
    },
  }
}

async function signed(
  connector: TonConnect,
  { message, sending }: PendingText,
): Promise<WalletAnswer> {
  const { account } = connector
  if (account === null) return { kind: 'failure', code: 'ton-session-lost' }
  const { chain: network, address: from } = account
  const request = { type: 'text', text: message, network, from } as const
  const traceId = crypto.randomUUID()
  const refusal = listenForRefusal(traceId)
  try {
    const { signal } = sending
    return textAnswer(account, await connector.signData(request, { signal, traceId }))
  } catch (error) {
    return { kind: 'failure', code: getSignErrorCode(error, refusal.code()) }
  } finally {
    refusal.stop()
  }
}

type WalletSignedText = { address: string; domain: string; timestamp: number; signature: string }

/** What a connected wallet answered to our request to sign a text. */
function textAnswer(account: Account, signed: WalletSignedText): WalletAnswer {
  const { address, domain, timestamp, signature } = signed
  const answer = { ...readAccount(account), address, domain, timestamp, signature }
  const text = v.safeParse(TonTextSchema, answer)
  if (!text.success) return { kind: 'failure', code: 'wallet-answer-malformed' }
  return { kind: 'text', text: text.output }
}

/** Event by which the library reports that a wallet answered a request with an error. */
const REFUSED = 'ton-connect-sign-data-request-failed'
const RefusedSchema = v.object({
  detail: v.object({ error_code: v.number(), trace_id: v.string() }),
})

/** The code of the wallet's error, which is missing in the error that the library throws. */
function listenForRefusal(traceId: string) {
  let code: number | null = null

  function listener(event: Event): void {
    const refused = v.safeParse(RefusedSchema, event)
    if (!refused.success || refused.output.detail.trace_id !== traceId) return
    code = refused.output.detail.error_code
  }

  window.addEventListener(REFUSED, listener)
  return { code: () => code, stop: () => window.removeEventListener(REFUSED, listener) }
}
