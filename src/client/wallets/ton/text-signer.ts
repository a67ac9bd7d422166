import type { TonConnect } from '@tonconnect/ui-react'
import type { WalletAnswer } from '../wallet-connector.ts'
import { codeOfSignError } from './ton-connect-error.ts'
import { textAnswer } from './wallet-answer.ts'

/** A text that the connected wallet has been asked to sign. */
type Asked = { message: string; sending: AbortController }

export type TextSigner = {
  /** Asks for the text, unless it is asked for already. */
  sign(message: string): void
  giveUp(): void
}

type Options = { onAnswer: (answer: WalletAnswer) => void }

/**
 * Asks the connected wallet to sign texts, one at a time: what it answers to a former one goes unheard. The
 * library forgets a request with the page, so that after a reload the wallet has to be asked again.
 */
export function createTextSigner(connector: TonConnect, { onAnswer }: Options): TextSigner {
  let asked: Asked | null = null

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
    onAnswer(answer)
  }

  // A wallet that has ended the connection does not answer any more.
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

async function signed(connector: TonConnect, { message, sending }: Asked): Promise<WalletAnswer> {
  const { account } = connector
  if (account === null) return { kind: 'failure', code: 'ton-session-lost' }
  const { chain: network, address: from } = account
  const request = { type: 'text', text: message, network, from } as const
  try {
    return textAnswer(account, await connector.signData(request, { signal: sending.signal }))
  } catch (error) {
    return { kind: 'failure', code: codeOfSignError(error) }
  }
}
