import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ProblemScreen } from '#client/screens/problem/problem-screen.tsx'
import { Waiting } from '#client/screens/waiting.tsx'
import type { Loadable } from './loadable.ts'

type Props<ScreenProps> = { screen: Loadable<ScreenProps>; props: ScreenProps }

/** A screen as soon as its chunk is here. */
export function Lazy<ScreenProps extends object>({ screen, props }: Props<ScreenProps>) {
  const loading = useStore(screen.state)
  useEffect(() => screen.load(), [screen])
  if (loading.status === 'ready') return <loading.Component {...props} />
  if (loading.status === 'failed')
    return <ProblemScreen code="server-unreachable" onRetry={() => screen.load()} />
  return <Waiting />
}
