import { Section } from '../../ui/section.tsx'
import { TextBlock } from '../../ui/text-block.tsx'

type Props = {
  header: string
  note: string
  /** As the server wrote it. */
  text: string
}

/** Messages by which the server's texts name the account: the first line with them is the one that counts. */
const NAMING = 'Telegram account'

/** The whole text that the wallet is going to show, with the line that names the Telegram account pointed out. */
export function SignedText({ header, note, text }: Props) {
  const marked = text.split('\n').findIndex((line) => line.includes(NAMING))
  return (
    <Section header={header} footer={note}>
      <TextBlock text={text} marked={marked} />
    </Section>
  )
}
