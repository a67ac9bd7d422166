import { useMessages } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/section.tsx'
import { useStore } from '../../use-store.ts'
import type { Account } from './draw-person.ts'
import { Person } from './person.tsx'
import { useServices } from '../context/use-services.ts'

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

/** The account of the session: Telegram's launch opened it, or a ticket of the account. */
function useAccount(): Account | null {
  const { member, telegram } = useServices()
  const state = useStore(member)
  const { launch } = telegram
  if (launch.place === 'telegram') return launch.telegramId === '' ? null : launch
  return state.status === 'ticket' ? state.user : null
}
