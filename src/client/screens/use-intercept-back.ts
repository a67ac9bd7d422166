import { useEffect, useEffectEvent } from 'react'
import { useServices } from './use-services.ts'

/** While the component is there, "back" means this. */
export function useInterceptBack(act: () => void): void {
  const { back } = useServices()
  const latest = useEffectEvent(act)
  useEffect(() => back.intercept(() => latest()), [back])
}
