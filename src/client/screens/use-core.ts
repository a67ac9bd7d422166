import { createContext, use } from 'react'
import type { Api } from '../api/call.ts'
import type { UserStorage } from '../api/user-storage.ts'
import type { Attempts } from './attempt/attempts.ts'
import type { Member } from './member/member.ts'
import type { Preparations } from './attempt/preparation.ts'

/** What talks to the server, once it has loaded. `src/client/app/core.ts` creates it. */
export type Core = {
  api: Api
  storage: UserStorage
  member: Member
  /** Keeps the shown member up to date until the returned function is called. */
  watchMember: () => () => void
  /** One per family; `evm` is null where EVM wallets are not offered. */
  preparations: Preparations
  attempts: Attempts
}

export const CoreContext = createContext<Core | null>(null)

/** For screens in their own chunks, which load only after the core. */
export function useCore(): Core {
  const core = use(CoreContext)
  if (core === null) throw new Error('no core around this component')
  return core
}
