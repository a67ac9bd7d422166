import { useRef, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../api/api-error.ts'
import { useServices } from './use-services.ts'

type RunningTask = {
  /** Runs it unless one is running. */
  run: (work: () => Promise<void>) => void
  isBusy: boolean
  /** Why the last one failed. */
  problem: ProblemCode | null
}

/** Something that the member does which takes a moment and may fail. */
export function useTask(): RunningTask {
  const { telegram } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemCode | null>(null)
  // Two taps can come before either is drawn: Telegram's own buttons tell of them outside React.
  const isUnderWay = useRef(false)
  const run = async (work: () => Promise<void>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      telegram.haptic('error')
      setProblem(getProblemCode(error))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { run: (work) => void run(work), isBusy, problem }
}
