import { useEffect, useRef, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { isOfConnection, onBack } from '../../connection.ts'
import { useServices } from '../context/context.ts'

/** An action by the member that takes a moment and may fail. */
export function useTask() {
  const { telegram } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ProblemCode | null>(null)
  // Two taps can come before React renders either, because Telegram's buttons report them outside React.
  const isUnderWay = useRef(false)
  const isLost = problem !== null && isOfConnection(problem)
  useEffect(() => {
    return isLost ? onBack(() => setProblem(null)) : undefined
  }, [isLost])
  const run = async (work: () => Promise<unknown>) => {
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
  return {
    /** Runs the work unless other work is in progress. */
    run: (work: () => Promise<unknown>) => void run(work),
    isBusy,
    /** Why the last run failed; null again once a lost connection is back. */
    problem,
  }
}
