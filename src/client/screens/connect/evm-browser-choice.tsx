import { Section } from '../../ui/section.tsx'
import type { Aim, Preparation } from '../linking/preparation.ts'
import { useCore } from '../context/use-core.ts'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from '../linking/use-choosing.ts'
import { LEAVE } from '../../ui/icons.ts'

type Props = { aim: Aim }

/** The only choice for EVM wallets where they connect on our page in the browser. */
export function EvmBrowserChoice(props: Props) {
  const { preparations } = useCore()
  const messages = useSection('evm')
  if (preparations.evm === null || messages.status !== 'ready') return null
  return <Choice {...props} preparation={preparations.evm} messages={messages.value.browser} />
}

type ChoiceProps = Props & { preparation: Preparation; messages: EvmTexts['browser'] }

/** Prepares nothing before the choice: an attempt counts against the limit, and its ticket lives only minutes. */
function Choice({ preparation, messages, aim }: ChoiceProps) {
  const choosing = useChoosing(preparation, aim)
  return (
    <Section footer={messages.note}>
      <ChoiceCell
        choosing={choosing}
        choice="browser"
        icon={LEAVE}
        title={messages.choice}
        subtitle={messages.choiceNote}
      />
    </Section>
  )
}
