import { useStore } from '../../use-store.ts'
import { useSection } from '../arriving/use-section.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useServices } from '../context/use-services.ts'
import { Waiting } from '../screen/waiting.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
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
  const messages = useSection('admin')
  return <PartScreen part={messages}>{(ready) => <OverviewScreen messages={ready} />}</PartScreen>
}
