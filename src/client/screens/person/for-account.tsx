import { useMessages } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/list.tsx'
import { Person } from './person.tsx'
import { useAccount } from './use-account.ts'

type Props = {
  footer?: string | undefined
  /** The account only confirms in a cosigning, which may link for another account. @default false */
  isConfirming?: boolean
}

/**
 * For which Telegram account a wallet is linked. On every screen of linking, because the page may have been opened for
 * another account than that of the person who looks at it.
 */
export function ForAccount({ footer, isConfirming = false }: Props) {
  const { connect } = useMessages()
  const account = useAccount()
  const header = isConfirming ? connect.signedIn : connect.account
  return (
    <Section header={header} footer={footer}>
      <Person account={account} name="p" />
    </Section>
  )
}
