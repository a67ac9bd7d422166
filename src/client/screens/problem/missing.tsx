import type { Explained } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { QUESTION } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { HomeAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'

/** A link leads to nothing that the member may see: cut off, changed, invented, or another's. Does not say which. */
export function Missing({ name, sentence }: Explained) {
  const { actions } = useMessages()
  return (
    <Screen>
      <Outcome icon={QUESTION} tone="warning" title={name} text={sentence} />
      <HomeAction text={actions.home} />
    </Screen>
  )
}
