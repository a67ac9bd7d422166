import type { Explained } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { QUESTION } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { useServices } from '../context/use-services.ts'

/** A link leads to nothing that the member may see: cut off, changed, invented, or another's. Does not say which. */
export function Missing({ name, sentence }: Explained) {
  const { router } = useServices()
  const { actions } = useMessages()
  return (
    <Screen>
      <Outcome icon={QUESTION} tone="warning" title={name} text={sentence} />
      <MainAction text={actions.home} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}
