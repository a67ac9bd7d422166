import { useEffect } from 'react'
import type { Attempt } from '#shared/attempt.ts'
import { useConfirm } from '../actions/use-confirm.ts'
import { findWayBack } from '../join/joining.ts'
import { useInterceptBack } from '../screen/use-intercept-back.ts'
import { useCore, useServices } from '../context/context.ts'
import { useTask } from '../actions/use-task.ts'
import { useAttemptMessages } from './use-attempt-messages.ts'

/**
 * Every way to leave a live attempt asks first, and then cancels the attempt. An exception is an attempt that waits for
 * owners: it lasts for days, and only the explicit button cancels it.
 */
export function useLeave(current: Attempt): () => void {
  const { router, telegram } = useServices()
  const leave = useGiveUp(current)
  const isLong = current.cosigningCode !== null
  useInterceptBack(isLong ? () => router.back() : leave)
  useEffect(() => {
    return isLong ? undefined : telegram.guardClosing()
  }, [isLong, telegram])
  return leave
}

/** Asks once at a time, and then cancels the attempt and leaves. */
export function useGiveUp(current: Attempt): () => void {
  const { attempts, preparations, storage } = useCore()
  const { router } = useServices()
  const confirm = useConfirm()
  const { leaveAsk } = useAttemptMessages(current)
  const { run } = useTask()
  const leave = async () => {
    const { stay, ...messages } = leaveAsk
    if (!(await confirm({ ...messages, cancel: stay }))) return
    router.returnTo(findWayBack(storage, current))
    preparations[current.family]?.reset()
    await attempts.cancel()
  }
  return () => run(leave)
}
