import { useEffect } from 'react'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { originOf } from '../state/attempt-routes.ts'
import { useInterceptBack } from '../use-intercept-back.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'

/** Leaving a live attempt is asked about, by whichever way; it gives the attempt up. */
export function useLeave(current: Attempt): () => void {
  const { telegram } = useServices()
  const leave = useGiveUp(current)
  useInterceptBack(leave)
  useEffect(() => telegram.guardClosing(), [telegram])
  return leave
}

/** Asks, once at a time, and then gives the attempt up and leaves. */
export function useGiveUp(current: Attempt): () => void {
  const { attempts, preparations } = useCore()
  const { router, telegram } = useServices()
  const { attempt } = useMessages()
  const { run } = useTask()
  const leave = async () => {
    const { stay, ...words } = attempt.leaveAsk
    if (!(await telegram.ask({ ...words, cancel: stay, destructive: true }))) return
    router.returnTo(originOf(current))
    preparations[current.family]?.reset()
    await attempts.cancel()
  }
  return () => run(leave)
}
