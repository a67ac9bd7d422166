import { type ReadableAtom, atom, onMount } from 'nanostores'
import * as v from 'valibot'
import { createAccount, type TonAccount, accountKey } from './accounts.ts'

const KeyStateSchema = v.variant('state', [
  v.object({ state: v.literal('inactive') }),
  v.object({ state: v.literal('active'), publicKey: v.string() }),
])

const MAX_ROTATIONS = 200

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

/** Where a rotatable account stands; `rotation` counts its key changes. */
export type RotatableKey = { state: 'inactive' } | { state: 'active'; rotation: number }

/** Port to the demo chain, as far as the rotatable account goes. */
export interface RotatableKeys {
  read(account: TonAccount): Promise<RotatableKey>
  /** Deploys the account where needed, and makes its key of this rotation the current one. */
  change(account: TonAccount, rotation: number): Promise<RotatableKey>
}

/** @param baseUrl where the demo's rotation routes are mounted, e.g. `/ton/demo` of the page's origin */
export function createRotatableKeys(baseUrl: string): RotatableKeys {
  const ask = async (account: TonAccount, path: string, init?: RequestInit) => {
    const response = await fetch(`${baseUrl}/rotatable/${account.address}${path}`, init)
    const state = v.parse(KeyStateSchema, await response.json())
    if (state.state === 'inactive') return state
    return { state: 'active', rotation: findRotation(account, state.publicKey) } as const
  }
  return {
    read: (account) => ask(account, ''),
    change: (account, rotation) =>
      ask(account, '/key', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          stateInit: account.stateInit,
          publicKey: accountKey(account, rotation).publicKey.toString('hex'),
        }),
      }),
  }
}

function findRotation(account: TonAccount, publicKey: string): number {
  for (let rotation = 0; rotation < MAX_ROTATIONS; rotation += 1) {
    if (accountKey(account, rotation).publicKey.toString('hex') === publicKey) return rotation
  }
  throw new Error('The chain holds a key of this account that this wallet did not make')
}
