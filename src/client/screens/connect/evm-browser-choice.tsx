import { Section } from '../../ui/list.tsx'
import type { Aim, Preparation } from '../linking/preparation.ts'
import { useCore } from '../context/context.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from '../linking/use-choosing.ts'
import { LEAVE } from '../../ui/icons.ts'

type Props = { aim: Aim }

/** The only choice for EVM wallets where they connect on our page in the browser. */
export function EvmBrowserChoice({ aim }: Props) {
  const { preparations } = useCore()
  return preparations.evm && <Choice aim={aim} preparation={preparations.evm} />
}

/** Prepares nothing before the choice: an attempt counts against the limit, and its ticket lives only minutes. */
function Choice({ preparation, aim }: Props & { preparation: Preparation }) {
  const { browser } = useMessagesOf('evm')
  const choosing = useChoosing(preparation, aim)
  return (
    <Section footer={browser.note}>
      <ChoiceCell
        choosing={choosing}
        choice="browser"
        icon={LEAVE}
        title={browser.choice}
        subtitle={browser.choiceNote}
      />
    </Section>
  )
}
