import { useStore } from '../../use-store.ts'
import type { Me } from '../member/member-state.ts'
import { useServices } from './use-services.ts'

/** The member's own data; null while it is not known. */
export function useMe(): Me | null {
  const { member } = useServices()
  const state = useStore(member)
  return state.status === 'known' ? state.me : null
}
