import { useStore } from '../../ui/use-store.ts'
import { load as loadAdminMessages } from 'virtual:messages/admin'
import { createLazyMessages, useLazyMessages } from '../lazy-messages.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useServices } from '../use-services.ts'
import { Waiting } from '../waiting.tsx'
import { LocalizedScreen } from '../localized-screen.tsx'
import { OverviewScreen } from './overview-screen.tsx'

const MESSAGES = createLazyMessages(loadAdminMessages)

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
  const messages = useLazyMessages(MESSAGES)
  return (
    <LocalizedScreen messages={messages}>
      {(ready) => <OverviewScreen messages={ready} />}
    </LocalizedScreen>
  )
}
