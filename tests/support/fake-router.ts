import { atom } from 'nanostores'
import type { Route, Router } from '#client/screens/routing/router.ts'

/** A router with its own history, in memory. */
export function createFakeRouter(first: Route = { screen: 'home' }): Router {
  const route = atom<Route>(first)
  const before: Route[] = []
  return {
    route,
    open: (to) => {
      before.push(route.get())
      route.set(to)
    },
    replace: (to) => route.set(to),
    returnTo(to) {
      const isBefore = JSON.stringify(before.at(-1)) === JSON.stringify(to)
      if (isBefore) before.pop()
      route.set(to)
    },
    back: () => route.set(before.pop() ?? { screen: 'home' }),
    listen: () => () => {},
  }
}
