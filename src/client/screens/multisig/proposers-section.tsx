import type { Multisig } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import { PEN } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'

type Props = { multisig: Extract<Multisig, { family: 'ton' }>; messages: MultisigMessages }

/** Who may propose without being an owner, if there are any. */
export function ProposersSection({ multisig: { proposers }, messages }: Props) {
  if (proposers === 0) return null
  return (
    <Section>
      <Cell icon={PEN} title={messages.proposers(proposers)} subtitle={messages.proposersNote} />
    </Section>
  )
}
