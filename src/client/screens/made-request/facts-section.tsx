import type { MadeRequest } from '#shared/request.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { FamilyNames } from '../family-names.tsx'
import { useOfferedFamilies } from '../use-offered-families.ts'

type Props = { request: MadeRequest; messages: RequestingMessages }

/** What was chosen when the request was made. */
export function FactsSection({ request: { families, membersOnly }, messages: { facts } }: Props) {
  const hasChoice = useOfferedFamilies().includes('evm')
  return (
    <Section>
      <Cell title={membersOnly ? facts.members : facts.anybody} />
      {hasChoice && <Cell title={facts.wallets} after={<FamilyNames families={families} />} />}
    </Section>
  )
}
