import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import { getWallet } from '#shared/api/get-wallet.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Wallet } from '#shared/wallet.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

type WalletLookup =
  | { status: 'loading' }
  | { status: 'found'; wallet: Wallet }
  | { status: 'failed'; code: ProblemCode }

/** One of the member's own wallets: from the known member data, else from the server. */
export function useWallet(id: string): { found: WalletLookup; retry: () => void } {
  const { api } = useCore()
  const { member } = useServices()
  const state = useStore(member)
  const known =
    state.status === 'known' ? state.me.wallets.find((wallet) => wallet.id === id) : undefined
  // A wallet that is unlinked here stays on its screen until the screen closes.
  const [latest, setLatest] = useState(known)
  if (known !== undefined && known !== latest) setLatest(known)
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState<{ tries: number; found: WalletLookup } | null>(null)
  const isKnown = latest !== undefined
  useEffect(() => {
    if (isKnown) return
    const ask = async () => {
      try {
        const wallet = await api.call(getWallet, { id })
        setAsked({ tries, found: { status: 'found', wallet } })
      } catch (error) {
        setAsked({ tries, found: { status: 'failed', code: getProblemCode(error) } })
      }
    }
    void ask()
  }, [api, id, isKnown, tries])
  const retry = () => setTries(tries + 1)
  if (latest !== undefined) return { found: { status: 'found', wallet: latest }, retry }
  return { found: asked?.tries === tries ? asked.found : { status: 'loading' }, retry }
}
