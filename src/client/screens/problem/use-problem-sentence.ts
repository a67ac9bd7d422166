import type { FurtherProblemCode, ProblemCode } from '#shared/problem.ts'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { isOfConnection, isOffline } from '../../connection.ts'
import { useServices } from '../context/context.ts'
import { createPartByLanguage } from '../../parts/part.ts'
import { usePartInLanguage } from '../context/use-part-in-language.ts'

/** One chunk leads to all of them, so that the first script names only that one. */
const FURTHER = createPartByLanguage(async (language) =>
  (await import('./later-sentences.ts')).loadLaterSentences(language),
)

/**
 * What happened, in one sentence; null for no problem, and while its messages are loading. The general sentence where
 * they cannot be loaded.
 */
export function useProblemSentence(code: ProblemCode | null): string | null {
  const { problems, trouble } = useFirstMessages()
  const known: Partial<Record<ProblemCode, string>> = problems
  const { boot, clockError } = useServices()
  const isShown = boot.evm !== null || code?.startsWith('evm-') === false
  const further = usePartInLanguage(FURTHER, code !== null && isFurther(code) && isShown)
  if (code === null) return null
  if (isOfConnection(code) && isOffline()) return problems.offline
  if (further.status === 'waiting') return null
  const sentence = further.status === 'ready' ? further.value[code] : known[code]
  if (typeof sentence === 'function') return sentence(clockError())
  return sentence ?? trouble.title
}

function isFurther(code: ProblemCode): code is FurtherProblemCode {
  return /^(?:evm|ton|multisig|cosign|proof)-|-elsewhere$/u.test(code)
}
