import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { load as loadSigningMessages } from 'virtual:messages/signing'

export type FurtherSentences = Partial<Record<ProblemCode, string>>

/** Messages of the problems that are not in the first bundle; those about EVM wallets only where they are offered. */
export async function loadFurtherSentences(language: Language): Promise<FurtherSentences> {
  const [multisig, signing, evm] = await Promise.all([
    loadMultisigMessages(language),
    loadSigningMessages(language),
    __EVM__ ? loadEvmMessages(language) : null,
  ])
  return { ...multisig.problems, ...signing.problems, ...evm?.problems }
}
