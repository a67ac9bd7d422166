import { useMessages } from '../../i18n/use-localization.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { Section } from '../../ui/list.tsx'
import { useMe } from '../context/context.ts'
import { RouteCell } from '../screen/route-cell.tsx'

/** Leads to asking others for wallets; shown to members who may have somewhere to ask, or have asked before. */
export function RequestSection() {
  const { home } = useMessages()
  if (!useMe()?.asks) return null
  return (
    <Section>
      <RouteCell to={{ screen: 'requests' }} icon={PLANE} title={home.ask} />
    </Section>
  )
}
