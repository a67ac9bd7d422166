import { Section } from '../../ui/section.tsx'
import { TextBlock } from '../../ui/text-block.tsx'

type Props = {
  header: string
  note: string
  /** Exactly as the server wrote it. */
  text: string
}

/** Words with which the server's texts name the account; the first line that has them is the one that counts. */
const NAMING = 'Telegram account'

/** The whole text that the wallet will show. The line that names the Telegram account is highlighted. */
export function SignedText({ header, note, text }: Props) {
  const marked = text.split('\n').findIndex((line) => line.includes(NAMING))
  return (
    <Section header={header} footer={note}>
      <TextBlock text={text} marked={marked} />
    </Section>
  )
}
