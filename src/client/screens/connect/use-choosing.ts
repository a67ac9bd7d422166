import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import type { Preparation, PreparationState } from '../state/preparation.ts'

/** The wallets of one family while one of them is chosen. */
export type Choosing = {
  state: PreparationState
  /** What was tapped last: a problem is told there, and nowhere before a tap. */
  last: WalletChoice | null
  /** Call inside the tap. */
  choose: (choice: WalletChoice) => void
}

export function useChoosing(preparation: Preparation): Choosing {
  const state = useStore(preparation.state)
  const [last, setLast] = useState<WalletChoice | null>(null)
  const choose = (choice: WalletChoice) => {
    setLast(choice)
    preparation.choose(choice)
  }
  return { state, last, choose }
}
