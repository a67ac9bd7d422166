import { findLoneId, THE_ACCOUNT } from '#proof/account-name.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/list.tsx'
import { TextBlock } from '../../ui/text-block.tsx'
import { useAccount } from '../person/use-account.ts'

type Props = {
  header: string
  note: string
  /** Exactly as the server wrote it. */
  text: string
  /** Of the account that it names; undefined while it is not known. */
  firstName: string | undefined
}

/** The whole text that the wallet will show. The line that names the Telegram account is highlighted, and a bare id is explained. */
export function SignedText({ header, note, text, firstName }: Props) {
  const { attempt } = useMessages()
  const marked = text.split('\n').findIndex((line) => line.includes(THE_ACCOUNT))
  const id = findLoneId(text)
  const whose =
    id === undefined || firstName === undefined
      ? []
      : [attempt.numberIs({ id: isolated(id), name: isolated(firstName) })]
  return (
    <Section header={header} footer={[...whose, note].join(' ')}>
      <TextBlock text={text} marked={marked} />
    </Section>
  )
}

/** The same where the text names the member's own account. */
export function OwnText(props: Omit<Props, 'firstName'>) {
  return <SignedText {...props} firstName={useAccount()?.firstName} />
}
