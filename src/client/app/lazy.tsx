import { useStore } from '#client/ui/use-store.ts'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { PartMissing } from '#client/screens/problem/part-missing.tsx'
import type { Loadable } from '#client/screens/reading/loadable.ts'
import { CoreContext } from '#client/screens/use-core.ts'
import { useServices } from '#client/screens/use-services.ts'

type Props<ScreenProps> = {
  screen: Loadable<ComponentType<ScreenProps>>
  props: ScreenProps
  fallback: ReactNode
}

/** Shows a screen as soon as its chunk and the core that it needs have loaded. */
export function Lazy<ScreenProps extends object>({ screen, props, fallback }: Props<ScreenProps>) {
  const { core } = useServices()
  const ownPart = useStore(screen.state)
  const corePart = useStore(core.state)
  const load = () => {
    screen.load()
    core.load()
  }
  useEffect(() => {
    screen.load()
  }, [screen])
  if (ownPart.status === 'failed' || corePart.status === 'failed') {
    return <PartMissing onRetry={load} />
  }
  if (ownPart.status === 'waiting' || corePart.status === 'waiting') return fallback
  return (
    <CoreContext value={corePart.value}>
      <ownPart.value {...props} />
    </CoreContext>
  )
}
