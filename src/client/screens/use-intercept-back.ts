import { useEffectEvent, useLayoutEffect } from 'react'
import { useServices } from './use-services.ts'

/** While the component is there, from the moment that it can be seen, "back" means this. */
export function useInterceptBack(act: () => void): void {
  const { back } = useServices()
  const latest = useEffectEvent(act)
  useLayoutEffect(() => back.intercept(() => latest()), [back])
}
