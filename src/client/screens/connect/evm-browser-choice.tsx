import { Section } from '../../ui/section.tsx'
import type { Preparation } from '../state/preparation.ts'
import { useCore } from '../use-core.ts'
import { type EvmWords, useEvmWords } from '../use-evm-words.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from './use-choosing.ts'
import { LEAVE } from '../../ui/icons/leave.ts'

type Props = {
  /** Code of the connect request that linking is to answer, or of the collection in which an owner is to speak. */
  purpose?: string
}

/** The one way to EVM wallets where they are connected on our page in the browser, and not here. */
export function EvmBrowserChoice(props: Props) {
  const { preparations } = useCore()
  const words = useEvmWords()
  if (preparations.evm === null || words.status !== 'ready') return null
  return <Choice {...props} preparation={preparations.evm} words={words.value.browser} />
}

type ChoiceProps = Props & { preparation: Preparation; words: EvmWords['browser'] }

/** Nothing is got ready before it is chosen: an attempt counts, and its ticket lives for minutes only. */
function Choice({ preparation, words, purpose }: ChoiceProps) {
  const choosing = useChoosing(preparation, purpose)
  return (
    <Section footer={words.note}>
      <ChoiceCell
        choosing={choosing}
        choice="browser"
        icon={LEAVE}
        title={words.choice}
        subtitle={words.choiceNote}
      />
    </Section>
  )
}
