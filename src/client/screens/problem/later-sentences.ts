import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { formatAge } from '../../i18n/format.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { load as loadEvmMessages } from 'virtual:messages/evm'
import { load as loadMultisigMessages } from 'virtual:messages/multisig'
import { load as loadSigningMessages } from 'virtual:messages/signing'

const CLOCK = 'evm-clock-wrong'

export type LaterSentences = Partial<Record<Exclude<ProblemCode, typeof CLOCK>, string>> & {
  /** Says by how much. */
  [CLOCK]?: (clockErrorMs: number) => string
}

/** Messages of the problems that are not in the first bundle; those about EVM wallets only where they are offered. */
export async function loadLaterSentences(language: Language): Promise<LaterSentences> {
  const [multisig, signing, evm] = await Promise.all([
    loadMultisigMessages(language),
    loadSigningMessages(language),
    __EVM__ ? loadEvmMessages(language) : null,
  ])
  const others = { ...multisig.problems, ...signing.problems }
  return evm === null ? others : { ...others, ...writeEvm(language, evm) }
}

/** By the sign of a clock's error. Without one, the clock is right by now, or that of another device was wrong. */
const WAYS: Partial<Record<number, string>> = { 1: 'ahead', [-1]: 'behind' }

function writeEvm(language: Language, { problems }: Messages['evm']): LaterSentences {
  return {
    ...problems,
    [CLOCK]: (clockErrorMs) =>
      problems[CLOCK]({
        way: WAYS[Math.sign(clockErrorMs)] ?? 'none',
        amount: formatAge(language, Math.abs(clockErrorMs) / 1_000),
      }),
  }
}
