import { useStore } from '../../use-store.ts'
import { useServices } from '../context/context.ts'
import type { Account } from './draw-person.ts'

/** The account of the session: Telegram's launch opened it, or a ticket of the account. Null while it is not known. */
export function useAccount(): Account | null {
  const { member, telegram } = useServices()
  const state = useStore(member)
  const { launch } = telegram
  if (launch.place === 'telegram') return launch.telegramId === '' ? null : launch
  return state.status === 'ticket' ? state.user : null
}
