import type { ReadableAtom } from 'nanostores'
import { createContext, use } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import type { Api } from '../../api/call.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { Attempts } from '../linking/attempts.ts'
import type { Member } from '../member/member.ts'
import type { ProofLaunchState } from '../routing/proof-launch.ts'
import type { OpenedWallets } from '../linking/opened-wallets.ts'
import type { Preparations } from '../linking/preparation.ts'

/** What talks to the server, once it has loaded. `src/client/app/core.ts` creates it. */
export type Core = {
  api: Api
  storage: UserStorage
  member: Member
  /** Keeps the shown member up to date until the returned function is called. */
  watchMember: () => () => void
  /** What became of a launch by which Telegram signed a proof. */
  proofLaunch: ReadableAtom<ProofLaunchState>
  /** Why a launch by the link of `setup` did not make the member an admin; null in all other cases. */
  adminLink: ReadableAtom<ProblemCode | null>
  /** One per family; `evm` is null where EVM wallets are not offered. */
  preparations: Preparations
  attempts: Attempts
  opened: OpenedWallets
}

export const CoreContext = createContext<Core | null>(null)

/** For screens in their own chunks, which load only after the core. */
export function useCore(): Core {
  const core = use(CoreContext)
  if (core === null) throw new Error('no core around this component')
  return core
}
