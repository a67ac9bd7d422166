import type { Wallet } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { TonProofSchema } from '#shared/api/submit-ton-proof.ts'
import type { WalletAnswer, WalletApp } from '../wallet-connector.ts'
import { codeOfProofError } from './ton-connect-error.ts'

/** What a connected wallet answered to our request for a proof. */
export function walletAnswer(wallet: Wallet, walletApp: WalletApp): WalletAnswer {
  const reply = wallet.connectItems?.tonProof
  if (reply === undefined) return { kind: 'failure', code: 'wallet-no-proof' }
  if ('error' in reply) return { kind: 'failure', code: codeOfProofError(reply.error) }
  const { address, chain, walletStateInit, publicKey } = wallet.account
  const proof = v.safeParse(TonProofSchema, {
    address,
    network: chain,
    stateInit: walletStateInit,
    ...(publicKey === undefined ? {} : { publicKey }),
    proof: reply.proof,
  })
  if (!proof.success) return { kind: 'failure', code: 'wallet-failed' }
  return { kind: 'proof', proof: proof.output, walletApp }
}
