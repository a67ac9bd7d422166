import * as v from 'valibot'
import type { UserStorage } from '../../api/user-storage.ts'

const KEY = 'cosign/signed'

/** The last cosigning that this device signed for, because the server does not know who gave an anonymous signature. */
export type SignedHere = {
  has(code: string): boolean
  note(code: string): void
}

export function createSignedHere(storage: UserStorage): SignedHere {
  return {
    has: (code) => storage.read(KEY, v.string()) === code,
    note: (code) => storage.write(KEY, code),
  }
}
