import { useEffect } from 'react'
import { useServices } from '../context/context.ts'
import type { Route } from '../routing/router.ts'

/** Fetches a screen ahead that the member probably opens from here. */
export function usePreload(screen: Route['screen']): void {
  const { preload } = useServices()
  useEffect(() => {
    preload(screen)
  }, [preload, screen])
}
