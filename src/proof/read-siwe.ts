import type { Evidence } from './document.ts'
import {
  type ReadMessage,
  readSignInMessage,
  STATEMENT,
  STATEMENT_STARTS,
} from './evm/sign-in-message.ts'
import { readProof, type Unreadable } from './read-proof.ts'

/**
 * Why a proof has no form that tools for EIP-4361 read.
 *
 * `ton`: a TON wallet signs no such message · `contract`: only the chain can say what a contract accepts · `multisig`:
 * several owners signed · `message-differs`: the message is not for this wallet and this account · `beyond-eip-4361`: its
 * statement has characters that EIP-4361 does not allow
 */
export type NotSiwe = 'ton' | 'contract' | 'multisig' | 'message-differs' | 'beyond-eip-4361'

/** Another form of a proof, or why there is none. */
export type Exported<Form> = { ok: true; value: Form } | { ok: false; reason: Unreadable | NotSiwe }

type SignedMessage = Extract<Evidence, { type: 'evm-message' }> & { read: ReadMessage }

const OTHER_KINDS: Record<Exclude<Evidence['type'], 'evm-message'>, NotSiwe> = {
  'ton-proof': 'ton',
  'ton-text': 'ton',
  'evm-contract': 'contract',
  safe: 'multisig',
  quorum: 'multisig',
}

/**
 * Reads what the key of an EVM wallet signed. Whether the signature is that of the key is left to who reads the new form.
 *
 * @param source the document, as for `verifyProof`
 */
export function readSiwe(source: Uint8Array | string): Exported<SignedMessage> {
  const proof = readProof(source)
  if (!proof.ok) return { ok: false, reason: proof.reason }
  const { telegramId, evidence } = proof.document
  if (evidence.type !== 'evm-message') return { ok: false, reason: OTHER_KINDS[evidence.type] }
  const { address } = proof.wallet
  const expected = { address, chainId: null, telegramId, statements: [STATEMENT_STARTS.wallet] }
  const read = readSignInMessage(evidence.message, expected)
  if (read === null) return { ok: false, reason: 'message-differs' }
  return STATEMENT.test(read.statement)
    ? { ok: true, value: { ...evidence, read } }
    : { ok: false, reason: 'beyond-eip-4361' }
}
