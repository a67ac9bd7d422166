import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createUserStorage, forgetFormerUser } from '#client/api/user-storage.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'

const LIBRARY = { mark: 'last-user', prefixes: ['ton-connect'] }

test('data of one Telegram account is hidden from another on the same device', () => {
  const device = createMemoryStorage()
  const ada = createUserStorage(device, '1001')
  const ilya = createUserStorage(device, '1002')
  ada.write('me', 'Ada')
  expect(ada.read('me', v.string())).toBe('Ada')
  expect(ilya.read('me', v.string())).toBeNull()
  expect(device.keys()).toEqual(['clasp/1001/me'])
})

test('clearing an account leaves another alone whose id has the same beginning', () => {
  const device = createMemoryStorage()
  createUserStorage(device, '100').write('me', 'short')
  createUserStorage(device, '1001').write('me', 'long')
  createUserStorage(device, '100').clear()
  expect(device.keys()).toEqual(['clasp/1001/me'])
})

test('the wallet library’s data is removed when another account opens the app', () => {
  const device = createMemoryStorage()
  forgetFormerUser(device, '1001', LIBRARY)
  device.setItem('ton-connect-ui_wallet-info', '{}')
  device.setItem('ton-connect-storage_bridge-connection', '{}')
  device.setItem('something-else', 'stays')
  forgetFormerUser(device, '1001', LIBRARY)
  expect(device.keys()).toContain('ton-connect-ui_wallet-info')
  forgetFormerUser(device, '1002', LIBRARY)
  expect(device.keys().filter((key) => key.startsWith('ton-connect'))).toEqual([])
  expect(device.keys()).toContain('something-else')
})

test('each library’s data is checked when the library is first needed, and not before', () => {
  const device = createMemoryStorage()
  const other = { mark: 'last-user-evm', prefixes: ['@appkit'] }
  device.setItem('@appkit/connected', '{}')
  forgetFormerUser(device, '1002', LIBRARY)
  expect(device.keys()).toContain('@appkit/connected')
  forgetFormerUser(device, '1002', other)
  expect(device.keys()).not.toContain('@appkit/connected')
})

test('a stored value that does not match its schema is ignored', () => {
  const device = createMemoryStorage()
  const ada = createUserStorage(device, '1001')
  ada.write('session', { token: 5 })
  expect(ada.read('session', v.object({ token: v.string() }))).toBeNull()
  device.setItem('clasp/1001/session', 'not json')
  expect(ada.read('session', v.string())).toBeNull()
})

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError')
}

test('a device that blocks storage forgets everything, without any other effect', () => {
  const device = {
    getItem: blocked,
    setItem: blocked,
    removeItem: blocked,
    key: blocked,
    get length() {
      return blocked()
    },
  }
  const ada = createUserStorage(device, '1001')
  ada.write('me', 'Ada')
  ada.remove('me')
  ada.clear()
  forgetFormerUser(device, '1001', LIBRARY)
  expect(ada.read('me', v.string())).toBeNull()
})
