import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { useServices } from '../context/context.ts'
import { CHECK } from '../../ui/icons.ts'

/** The account has been deleted; only this sentence is shown. */
export function Deleted() {
  const { telegram } = useServices()
  const { settings, common } = useMessages()
  const { name, sentence } = settings.deleted
  return (
    <Screen>
      <Outcome icon={CHECK} tone="success" title={name} text={sentence} />
      <MainAction text={common.close} onPress={() => telegram.close()} />
    </Screen>
  )
}
