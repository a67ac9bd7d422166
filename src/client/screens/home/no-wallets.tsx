import type { Boot } from '#shared/boot.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { EYE, PEN, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/list.tsx'
import { Promises } from '../screen/promises.tsx'
import { PurposeCell } from '../screen/purpose.tsx'

/** What a member without wallets reads on Home. The server puts it into the page. */
export function NoWallets(boot: Pick<Boot, 'operator' | 'purpose'>) {
  const { connect, home } = useMessages()
  const { proof, knows, never } = home.promises
  const items = [
    { ...proof, icon: PEN },
    { ...knows, icon: EYE },
    { ...never, icon: SHIELD },
  ]
  return (
    <>
      <Section header={connect.whatFor}>
        <PurposeCell {...boot} otherwise={connect.asks} />
      </Section>
      <Promises header={home.empty} items={items} />
    </>
  )
}
