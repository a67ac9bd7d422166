import { useMessages } from '../../i18n/use-localization.ts'
import { EYE, PEN, SHIELD } from '../../ui/icons.ts'
import { Promises } from '../screen/promises.tsx'

/** What a member without wallets reads on Home. The server puts it into the page. */
export function NoWallets() {
  const { home } = useMessages()
  const { proof, knows, never } = home.promises
  const items = [
    { ...proof, icon: PEN },
    { ...knows, icon: EYE },
    { ...never, icon: SHIELD },
  ]
  return <Promises header={home.empty} items={items} />
}
