import { useEffect } from 'react'
import { useServices } from '../context/use-services.ts'
import type { Route } from '../routing/router.ts'

/** Fetches a screen ahead that the member probably opens from here. */
export function usePreload(screen: Route['screen']): void {
  const { preload } = useServices()
  useEffect(() => {
    preload(screen)
  }, [preload, screen])
}
