import { getRoutePath, parseRoute, type Router } from './router.ts'

/** Follows a tap on what the page showed before React, by its attributes. */
export function followTap(router: Router, { intent, to }: DOMStringMap): void {
  // React itself may have followed a tap that came while it hydrated.
  if (to && to !== getRoutePath(router.route.get())) router.open(parseRoute(to))
  else if (intent === 'connect') router.open({ screen: 'connect' })
}
