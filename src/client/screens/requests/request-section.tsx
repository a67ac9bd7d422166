import { useStore } from '../../use-store.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../context/use-services.ts'

/** Leads to asking others for wallets; shown to members who may have somewhere to ask, or have asked before. */
export function RequestSection() {
  const { member, preload, router } = useServices()
  const { home } = useMessages()
  const state = useStore(member)
  if (state.status !== 'known' || !state.me.asks) return null
  return (
    <Section>
      <LinkCell
        icon={PLANE}
        title={home.ask}
        onIntent={() => preload('requests')}
        onPress={() => router.open({ screen: 'requests' })}
      />
    </Section>
  )
}
