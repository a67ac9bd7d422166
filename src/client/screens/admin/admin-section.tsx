import { useMessages } from '../../i18n/use-localization.ts'
import { CHART } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { useMe } from '../context/context.ts'
import { RouteCell } from '../screen/route-cell.tsx'

/** Leads to the admin view, for those who may see it. */
export function AdminSection() {
  const { settings } = useMessages()
  if (!useMe()?.admin) return null
  return (
    <Section>
      <RouteCell to={{ screen: 'admin' }} icon={CHART} title={settings.admin} />
    </Section>
  )
}
