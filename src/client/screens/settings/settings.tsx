import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import type { IconShape } from '../../ui/icon.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { version } from '../../../../package.json'
import { RequestSection } from '../request-section.tsx'
import { DataSection } from './data-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { CHECK, CROSS, CHART } from '../../ui/icons.ts'
import { useStore } from '../../ui/use-store.ts'
import { useServices } from '../use-services.ts'

/** Language, what the app asks for and what it never asks for, and the member's own data. */
export function Settings() {
  const { settings } = useMessages()
  return (
    <Screen title={settings.title}>
      <LanguageSection />
      <List header={settings.asks} items={settings.askItems} icon={CHECK} />
      <List header={settings.nevers} items={settings.neverItems} icon={CROSS} />
      <DataSection />
      <RequestSection />
      <AdminSection />
      <Section>
        <Cell title={settings.version} after={<bdi>{version}</bdi>} />
      </Section>
    </Screen>
  )
}

type ListProps = { header: string; items: readonly string[]; icon: IconShape }

function List({ header, items, icon }: ListProps) {
  return (
    <Section header={header}>
      {items.map((item) => (
        <Cell key={item} icon={icon} title={item} />
      ))}
    </Section>
  )
}

/** Leads to the admin view, for those who may see it. */
function AdminSection() {
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
