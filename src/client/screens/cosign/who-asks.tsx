import type { Cosigning } from '#shared/multisig.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** The starter, according to Telegram, and a warning as long as the member can still decide. */
export function WhoAsks({ cosigning: { starter, signedAs }, messages: { cosign } }: Props) {
  return (
    <>
      <Section header={cosign.whoAsks} footer={cosign.fromTelegram}>
        <Cell {...personLine(starter)} />
      </Section>
      {signedAs === null && <Notice>{cosign.knowThem(isolated(starter.firstName))}</Notice>}
    </>
  )
}
