import { type ReadableAtom, atom, onMount } from 'nanostores'
import { createAccount } from './accounts.ts'
import type { RotatableKey, RotatableKeys } from './rotatable-key.ts'

/** The rotatable account as the wallet's owner sees and handles it. */
export type RotatableAccount = {
  /** Null until the chain has answered. */
  key: ReadableAtom<RotatableKey | null>
  deploy(): Promise<void>
  rotate(): Promise<void>
}

export function createRotatableAccount(keys: RotatableKeys, seed: string): RotatableAccount {
  const account = createAccount({ kind: 'rotatable', seed, network: '-239' })
  const key = atom<RotatableKey | null>(null)
  const change = async (rotation: number): Promise<void> =>
    key.set(await keys.change(account, rotation))
  onMount(key, () => {
    void keys.read(account).then((state) => key.set(state))
  })
  return {
    key,
    deploy: () => change(0),
    rotate: async () => {
      const current = key.get()
      await change(current?.state === 'active' ? current.rotation + 1 : 1)
    },
  }
}
