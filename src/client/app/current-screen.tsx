import { useStore } from '@nanostores/react'
import { Home } from '#client/screens/home/home.tsx'
import { Outside } from '#client/screens/outside/outside.tsx'
import { Unsigned } from '#client/screens/outside/unsigned.tsx'
import { ProblemScreen } from '#client/screens/problem/problem-screen.tsx'
import type { Route } from '#client/screens/state/router.ts'
import { useIsLive } from '#client/screens/use-is-live.ts'
import { useServices } from '#client/screens/use-services.ts'
import { Lazy } from './lazy.tsx'
import type { LazyScreens } from './lazy-screens.ts'

type Props = { screens: LazyScreens }

/** Who is here decides first, then what is known of them, then the route. */
export function CurrentScreen({ screens }: Props) {
  const { telegram } = useServices()
  switch (telegram.launch.place) {
    case 'outside':
      return <Outside />
    case 'unsigned':
      return <Unsigned />
    case 'telegram':
      return <MemberScreen screens={screens} />
  }
}

function MemberScreen({ screens }: Props) {
  const { member, router } = useServices()
  const state = useStore(member.state)
  const route = useStore(router.route)
  const isLive = useIsLive()
  if (isLive && state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={() => void member.refresh()} />
  }
  if (isLive && state.status === 'deleted') return <Lazy screen={screens.deleted} props={{}} />
  return <RouteScreen route={route} screens={screens} />
}

function RouteScreen({ route, screens }: Props & { route: Route }) {
  const { router } = useServices()
  switch (route.screen) {
    case 'home':
      return <Home />
    case 'connect':
      return <Lazy screen={screens.connect} props={{}} />
    case 'attempt':
      return <Lazy screen={screens.attempt} props={{ id: route.id }} key={route.id} />
    case 'wallet':
      return <Lazy screen={screens.wallet} props={{ id: route.id }} key={route.id} />
    case 'settings':
      return <Lazy screen={screens.settings} props={{}} />
    case 'not-found':
      return <ProblemScreen code="not-found" onRetry={() => router.replace({ screen: 'home' })} />
  }
}
