import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useStore } from '#client/ui/use-store.ts'
import { Home } from '#client/screens/home/home.tsx'
import { Outside, Unsigned } from '#client/screens/outside/outside.tsx'
import { PartMissing } from '#client/screens/problem/part-missing.tsx'
import { ProblemScreen } from '#client/screens/problem/problem-screen.tsx'
import type { Route } from '#client/screens/routing/router.ts'
import { useIsLive } from '#client/screens/use-is-live.ts'
import { useServices } from '#client/screens/use-services.ts'
import { Waiting } from '#client/screens/waiting.tsx'
import type { LazyScreens } from './lazy-screens.ts'
import type { Loadable } from '../screens/reading/loadable.ts'
import { CoreContext } from '../screens/use-core.ts'

type Props = {
  screens: LazyScreens
  /** The screen that the server drew. */
  first: Route
}

/** Decided first by who opened the page, then by what is known about them, then by the route. */
export function CurrentScreen(props: Props) {
  const { telegram } = useServices()
  switch (telegram.launch.place) {
    case 'outside':
      return <Outside />
    case 'unsigned':
      return <Unsigned />
    case 'telegram':
    case 'ticket':
      return <MemberScreen {...props} />
  }
}

function MemberScreen({ screens, first }: Props) {
  const { core, member, router, telegram } = useServices()
  const state = useStore(member)
  const loading = useStore(core.state)
  const current = useStore(router.route)
  const isLive = useIsLive()
  // The page shows this screen, even if an interrupted attempt follows.
  const route = isLive ? current : first
  const retry = () =>
    loading.status === 'ready' ? void loading.value.member.refresh() : core.load()
  if (isLive && state.status === 'failed') {
    return <ProblemScreen code={state.code} onRetry={retry} onHome={retry} />
  }
  if (isLive && loading.status === 'failed') {
    return <PartMissing onRetry={retry} />
  }
  if (telegram.launch.place === 'ticket' && screens.ticket !== null) {
    return <Lazy screen={screens.ticket} props={{}} fallback={<Waiting />} />
  }
  if (isLive && state.status === 'deleted') {
    return <Lazy screen={screens.deleted} props={{}} fallback={<Waiting />} />
  }
  return <RouteScreen route={route} screens={screens} />
}

type RouteProps = Pick<Props, 'screens'> & { route: Route }

function RouteScreen({ route, screens }: RouteProps) {
  const { router } = useServices()
  const goHome = () => router.replace({ screen: 'home' })
  switch (route.screen) {
    case 'home':
      return <HomeRoute screens={screens} />
    case 'bad-link':
    case 'not-found':
      return (
        <ProblemScreen code={'why' in route ? `link-${route.why}` : 'not-found'} onRetry={goHome} />
      )
    default:
      return <LazyRoute route={route} screens={screens} />
  }
}

function HomeRoute({ screens: { homeContent } }: Pick<Props, 'screens'>) {
  return (
    <Home
      isContentReady={useStore(homeContent.state).status === 'ready'}
      renderContent={(member, fallback) => (
        <Lazy screen={homeContent} props={{ member }} fallback={fallback} />
      )}
    />
  )
}

type LazyRoute = Exclude<Route, { screen: 'home' | 'bad-link' | 'not-found' }>

/** A screen in a chunk of its own. */
function LazyRoute({ route, screens }: RouteProps & { route: LazyRoute }) {
  const fallback = <Waiting />
  if (route.screen === 'connect') {
    return <Lazy screen={screens.connect} props={route} fallback={fallback} />
  }
  if ('id' in route) {
    const { screen, id } = route
    return <Lazy screen={screens[screen]} props={{ id }} fallback={fallback} key={id} />
  }
  if ('code' in route) {
    const { screen, code } = route
    return <Lazy screen={screens[screen]} props={{ code }} fallback={fallback} key={code} />
  }
  return <Lazy screen={screens[route.screen]} props={{}} fallback={fallback} key={route.screen} />
}

type LazyProps<ScreenProps> = {
  screen: Loadable<ComponentType<ScreenProps>>
  props: ScreenProps
  fallback: ReactNode
}

/** Shows a screen as soon as its chunk and the core that it needs have loaded. */
function Lazy<ScreenProps extends object>({ screen, props, fallback }: LazyProps<ScreenProps>) {
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
