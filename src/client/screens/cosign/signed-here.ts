import * as v from 'valibot'
import type { UserStorage } from '../../api/user-storage.ts'

const KEY = 'cosign/signed'

/** The last cosigning that this device signed for, because the server does not know who gave an anonymous signature. */
export function createSignedHere(storage: UserStorage) {
  return {
    has: (code: string): boolean => storage.read(KEY, v.string()) === code,
    note: (code: string): void => storage.write(KEY, code),
  }
}
