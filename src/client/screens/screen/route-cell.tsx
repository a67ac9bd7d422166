import type { ComponentProps } from 'react'
import { LinkCell } from '../../ui/list.tsx'
import { useServices } from '../context/context.ts'
import { getRoutePath, type Route } from '../routing/router.ts'

type Props = Omit<ComponentProps<typeof LinkCell>, 'onPress' | 'onIntent' | 'to'> & { to: Route }

/** A line that leads to another screen. */
export function RouteCell({ to, ...cell }: Props) {
  const { preload, router } = useServices()
  return (
    <LinkCell
      {...cell}
      to={getRoutePath(to)}
      onPress={() => router.open(to)}
      onIntent={() => preload(to.screen)}
    />
  )
}
