import { useEffectEvent, useLayoutEffect } from 'react'
import { useServices } from '../context/context.ts'

/** Takes over "back" as long as the component is mounted, from the moment that it is visible. */
export function useInterceptBack(act: () => void): void {
  const { back } = useServices()
  const latest = useEffectEvent(act)
  useLayoutEffect(() => {
    return back.intercept(() => latest())
  }, [back])
}
