import { useRef, useState } from 'react'
import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

type ChoosingLanguage = {
  choose: (language: Language | null) => void
  /** Why the latest choice does not apply everywhere yet. */
  problem: ProblemCode | null
}

/** Unlike a task, a choice does not wait for the previous one. */
export function useChooseLanguage(): ChoosingLanguage {
  const { member } = useCore()
  const { telegram } = useServices()
  const [problem, setProblem] = useState<ProblemCode | null>(null)
  const latest = useRef(0)
  const choose = async (language: Language | null) => {
    const own = ++latest.current
    setProblem(null)
    try {
      await member.chooseLanguage(language)
    } catch (error) {
      if (own !== latest.current) return
      telegram.haptic('error')
      setProblem(getProblemCode(error))
    }
  }
  return { choose: (language) => void choose(language), problem }
}
