import type { Account, Wallet } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonProofSchema } from '#shared/api/submit-proof.ts'
import { TonTextSchema } from '#shared/api/submit-text.ts'
import type { WalletAnswer, WalletApp } from '../wallet-connector.ts'
import { getProofErrorCode } from './ton-connect-error.ts'

/** What a connected wallet answered to our request for a proof. */
export function walletAnswer(wallet: Wallet, walletApp: WalletApp): WalletAnswer {
  const reply = wallet.connectItems?.tonProof
  if (reply === undefined) return { kind: 'failure', code: 'wallet-no-proof' }
  if ('error' in reply) return { kind: 'failure', code: getProofErrorCode(reply.error) }
  const proof = v.safeParse(TonProofSchema, { ...getClaim(wallet.account), proof: reply.proof })
  if (!proof.success) return { kind: 'failure', code: 'wallet-answer-malformed' }
  return { kind: 'ton-proof', proof: proof.output, walletApp }
}

type WalletSignedText = { address: string; domain: string; timestamp: number; signature: string }

/** What a connected wallet answered to our request to sign a text. */
export function textAnswer(account: Account, signed: WalletSignedText): WalletAnswer {
  const { address, domain, timestamp, signature } = signed
  const claim = { ...getClaim(account), address, domain, timestamp, signature }
  const text = v.safeParse(TonTextSchema, claim)
  if (!text.success) return { kind: 'failure', code: 'wallet-answer-malformed' }
  return { kind: 'text', text: text.output }
}

/** What the wallet shared about its account when it connected. */
function getClaim({ address, chain, walletStateInit, publicKey }: Account) {
  return {
    address,
    network: chain,
    stateInit: walletStateInit,
    ...(publicKey === undefined ? {} : { publicKey }),
  }
}
