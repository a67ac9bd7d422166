import { useStore } from '../../ui/use-store.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../use-services.ts'
import { CHART } from '../../ui/icons.ts'

/** Leads to the admin view, for those who may see it. */
export function AdminSection() {
  const { member, preload, router } = useServices()
  const { settings } = useMessages()
  const state = useStore(member)
  if (state.status !== 'known' || !state.me.admin) return null
  return (
    <Section>
      <LinkCell
        icon={CHART}
        title={settings.admin}
        onIntent={() => preload('admin')}
        onPress={() => router.open({ screen: 'admin' })}
      />
    </Section>
  )
}
