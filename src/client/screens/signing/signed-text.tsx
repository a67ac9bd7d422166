import { THE_ACCOUNT } from '#proof/account-name.ts'
import { Section } from '../../ui/section.tsx'
import { TextBlock } from '../../ui/text-block.tsx'

type Props = {
  header: string
  note: string
  /** Exactly as the server wrote it. */
  text: string
}

/** The whole text that the wallet will show. The line that names the Telegram account is highlighted. */
export function SignedText({ header, note, text }: Props) {
  const marked = text.split('\n').findIndex((line) => line.includes(THE_ACCOUNT))
  return (
    <Section header={header} footer={note}>
      <TextBlock text={text} marked={marked} />
    </Section>
  )
}
