import type { TonConnect } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonTextSchema } from '#shared/api/submit-text.ts'
import type { WalletAnswer } from '../wallet-connector.ts'
import { MALFORMED } from './awaited-wallet.ts'
import type { KnownTonWallet } from './connection-state.ts'
import { getSignErrorCode } from './ton-connect-error.ts'
import type { WalletErrorCode } from './wallet-error-code.ts'

/** A text that the connected wallet has been asked to sign. */
type PendingText = { message: string; sending: AbortController }

type Options = {
  /** The connected wallet, with what it has ever shared. */
  wallet: () => KnownTonWallet | null
  walletError: WalletErrorCode
  onAnswer: (answer: WalletAnswer) => void
  /** The wallet cannot sign texts. */
  onMute: () => void
}

/**
 * Asks the connected wallet to sign texts, one at a time: an answer to an earlier one is ignored. The
 * library forgets a request with the page, so that after a reload the wallet must be asked again.
 */
export function createTextSigner(connector: TonConnect, options: Options) {
  const { onAnswer, onMute } = options
  let asked: PendingText | null = null

  function giveUp(): void {
    asked?.sending.abort()
    asked = null
  }

  async function ask(message: string): Promise<void> {
    giveUp()
    const mine = { message, sending: new AbortController() }
    asked = mine
    const answer = await signed(connector, mine, options)
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
    /** Requests the text, unless it is already requested. */
    sign(message: string): void {
      if (asked?.message !== message) void ask(message)
    },
  }
}

async function signed(
  connector: TonConnect,
  { message, sending }: PendingText,
  { wallet, walletError }: Options,
): Promise<WalletAnswer> {
  const account = wallet()
  if (account === null) return { kind: 'failure', code: 'ton-session-lost' }
  try {
    const { signal } = sending
    return textAnswer(
      account,
      await connector.signData({ type: 'text', text: message }, { signal }),
    )
  } catch (error) {
    return { kind: 'failure', code: getSignErrorCode(error, walletError.take()) }
  }
}

type WalletSignedText = { address: string; domain: string; timestamp: number; signature: string }

/** What a connected wallet answered to our request to sign a text. */
function textAnswer(account: KnownTonWallet, signed: WalletSignedText): WalletAnswer {
  const { network, stateInit, publicKey } = account
  const { address, domain, timestamp, signature } = signed
  const answer = { network, stateInit, publicKey, address, domain, timestamp, signature }
  const text = v.safeParse(TonTextSchema, answer)
  return text.success ? { kind: 'text', text: text.output } : MALFORMED
}
