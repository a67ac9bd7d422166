import type { Cosigning } from '#shared/multisig.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Who began, according to Telegram, and a warning while there is something to decide. */
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
