import { useStore } from '../../use-store.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import { OverviewScreen } from './overview-screen.tsx'

/** Shows the bot's admins how it is doing. Other members find nothing here. */
export function AdminScreen() {
  const { member, router } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return <Waiting />
  if (!state.me.admin) {
    return <ProblemScreen code="not-found" onRetry={() => router.replace({ screen: 'home' })} />
  }
  return <Overview />
}

function Overview() {
  return (
    <PartScreen part={useSection('admin')}>
      <OverviewScreen />
    </PartScreen>
  )
}
