import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { loadEvmMessages } from '../../i18n/evm/load-evm-messages.ts'
import { loadMultisigMessages } from '../../i18n/multisig/load-multisig-messages.ts'
import { loadSigningMessages } from '../../i18n/signing/load-signing-messages.ts'

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
