import type { ComponentType, ReactNode } from 'react'
import { useStore } from '#client/use-store.ts'
import { Home } from '#client/screens/home/home.tsx'
import { Outside, Unsigned } from '#client/screens/outside/outside.tsx'
import { PartMissing } from '#client/screens/arriving/part-missing.tsx'
import { ProblemScreen } from '#client/screens/problem/problem-screen.tsx'
import type { Route } from '#client/screens/routing/router.ts'
import { useIsLive } from '#client/screens/screen/use-is-live.ts'
import { CoreContext, useServices } from '#client/screens/context/context.ts'
import { Waiting } from '#client/screens/screen/waiting.tsx'
import type { ScreenParts } from './screen-parts.ts'
import type { Part } from '../parts/part.ts'
import { usePart } from '../parts/use-part.ts'

type Props = {
  screens: ScreenParts
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
    return <ScreenPart screen={screens.ticket} props={{}} fallback={<Waiting />} />
  }
  if (isLive && state.status === 'deleted') {
    return <ScreenPart screen={screens.deleted} props={{}} fallback={<Waiting />} />
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
      return <RoutePart route={route} screens={screens} />
  }
}

function HomeRoute({ screens: { homeContent } }: Pick<Props, 'screens'>) {
  return (
    <Home
      isContentReady={useStore(homeContent.state).status === 'ready'}
      renderContent={(member, fallback) => (
        <ScreenPart screen={homeContent} props={{ member }} fallback={fallback} />
      )}
    />
  )
}

type PartRoute = Exclude<Route, { screen: 'home' | 'bad-link' | 'not-found' }>

/** A screen in a chunk of its own. */
function RoutePart({ route, screens }: RouteProps & { route: PartRoute }) {
  const fallback = <Waiting />
  if (route.screen === 'connect') {
    return <ScreenPart screen={screens.connect} props={route} fallback={fallback} />
  }
  if ('id' in route) {
    const { screen, id } = route
    return <ScreenPart screen={screens[screen]} props={{ id }} fallback={fallback} key={id} />
  }
  if ('code' in route) {
    const { screen, code } = route
    return <ScreenPart screen={screens[screen]} props={{ code }} fallback={fallback} key={code} />
  }
  return (
    <ScreenPart screen={screens[route.screen]} props={{}} fallback={fallback} key={route.screen} />
  )
}

type ScreenPartProps<ScreenProps> = {
  screen: Part<ComponentType<ScreenProps>>
  props: ScreenProps
  fallback: ReactNode
}

/** Shows a screen as soon as its chunk and the core that it needs have loaded. */
function ScreenPart<ScreenProps extends object>({
  screen,
  props,
  fallback,
}: ScreenPartProps<ScreenProps>) {
  const { core } = useServices()
  const ownPart = usePart(screen)
  const corePart = useStore(core.state)
  const load = () => {
    screen.load()
    core.load()
  }
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
