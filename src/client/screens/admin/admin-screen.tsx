import { AdminOnly } from './admin-only.tsx'
import { OverviewScreen } from './overview-screen.tsx'

/** Shows the bot's admins how it is doing. Other members find nothing here. */
export function AdminScreen() {
  return (
    <AdminOnly>
      <OverviewScreen />
    </AdminOnly>
  )
}
