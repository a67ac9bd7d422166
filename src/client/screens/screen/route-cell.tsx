import type { ComponentProps } from 'react'
import { LinkCell } from '../../ui/cell.tsx'
import { useServices } from '../context/use-services.ts'
import type { Route } from '../routing/router.ts'

type Props = Omit<ComponentProps<typeof LinkCell>, 'onPress' | 'onIntent'> & { to: Route }

/** A line that leads to another screen. */
export function RouteCell({ to, ...cell }: Props) {
  const { preload, router } = useServices()
  return <LinkCell {...cell} onPress={() => router.open(to)} onIntent={() => preload(to.screen)} />
}
