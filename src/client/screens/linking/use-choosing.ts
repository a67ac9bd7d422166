import { useStore } from '../../use-store.ts'
import { useEffect, useState } from 'react'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import type { Aim, Preparation, PreparationState } from './preparation.ts'

/** The wallets of one family while one of them is chosen. */
export type Choosing = {
  state: PreparationState
  /** The last choice tapped: a problem appears there, and nowhere before a tap. */
  last: WalletChoice | null
  /** Call inside the tap. */
  choose: (choice: WalletChoice) => void
  /** Call inside the tap. */
  chooseAgain: (choice: WalletChoice) => void
}

/** @param aim what the choice is for */
export function useChoosing(preparation: Preparation, aim: Aim): Choosing {
  const state = useStore(preparation.state)
  const [last, setLast] = useState<WalletChoice | null>(null)
  useEffect(() => {
    preparation.aim(aim)
  }, [preparation, aim])
  const choose = (choice: WalletChoice) => {
    setLast(choice)
    // A tap may come before the effect runs.
    preparation.aim(aim)
    preparation.choose(choice)
  }
  return { state, last, choose, chooseAgain: (choice) => preparation.chooseAgain(choice) }
}
