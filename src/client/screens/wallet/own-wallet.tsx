import { type ReactNode, useEffect, useState } from 'react'
import type { Wallet } from '#shared/wallet.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import { useStore } from '../../use-store.ts'
import { createQuery } from '../query/query.ts'
import { useCore, useMe } from '../context/context.ts'
import { QueryScreen } from '../query/query-screen.tsx'

type Props = { id: string; children: (wallet: Wallet) => ReactNode }

/** A screen about one linked wallet: from the known member data, else from the server. */
export function OwnWallet({ id, children }: Props) {
  const { api } = useCore()
  const known = useMe()?.wallets.find((wallet) => wallet.id === id)
  // A wallet that is unlinked here stays on its screen until the screen closes.
  const [latest, setLatest] = useState(known)
  if (known !== undefined && known !== latest) setLatest(known)
  const isKnown = latest !== undefined
  const [query] = useState(() => createQuery(() => api.call(getWallet, { id })))
  const read = useStore(query.state)
  useEffect(() => {
    if (!isKnown) void query.refresh()
  }, [isKnown, query])
  const state = isKnown ? ({ status: 'shown', value: latest, problem: null } as const) : read
  return (
    <QueryScreen query={{ state, refresh: () => void query.refresh() }}>{children}</QueryScreen>
  )
}
