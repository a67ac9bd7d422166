import { expect, test } from 'vitest'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createOpenedWallets } from '#client/screens/linking/opened-wallets.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { ATTEMPT, WALLET } from '#tests/support/sample-data.ts'

const APP = { appName: 'tonkeeper', name: 'Tonkeeper' }
const LINKED = { ...ATTEMPT, wallet: WALLET }
const OTHER = { ...ATTEMPT, id: 'o'.repeat(22) }

function refuse(): never {
  throw new Error('blocked')
}

/** The member's storage, and what another start of the app reads from it. */
function setUp(device = createMemoryStorage()) {
  const open = () => createOpenedWallets(createUserStorage(device, '1001'))
  return { opened: open(), reload: open }
}

test('the device remembers the app of the last attempt, and whose answer it wanted, over a reload', () => {
  const { opened, reload } = setUp()
  opened.start(ATTEMPT, ['0:1'])
  expect(opened.find(ATTEMPT)?.app).toBeNull()
  opened.note(ATTEMPT, APP)
  expect(reload().find(ATTEMPT)).toEqual({ attemptId: ATTEMPT.id, app: APP, wanted: ['0:1'] })
})

test('the device offers no app of another attempt', () => {
  const { opened } = setUp()
  opened.note(ATTEMPT, APP)
  expect(opened.find(OTHER)).toBeNull()
  opened.start(OTHER, [])
  expect(opened.find(ATTEMPT)).toBeNull()
})

test('the device remembers which app proved a wallet', () => {
  const { opened, reload } = setUp()
  opened.note(LINKED, APP)
  opened.noteProver(LINKED)
  expect(reload().findProver(WALLET.id)).toEqual(APP)
  expect(reload().find(LINKED)).toBeNull()
})

test('the device does not know the app of a wallet that another device proved', () => {
  const { opened } = setUp()
  opened.note(OTHER, APP)
  opened.noteProver(LINKED)
  expect(opened.findProver(WALLET.id)).toBeNull()
})

test('the device keeps the apps of the last fifty wallets', () => {
  const { opened } = setUp()
  opened.note(LINKED, APP)
  const ids = Array.from({ length: 51 }, (_, index) => String(index).padStart(22, '0'))
  for (const id of ids) opened.noteProver({ ...LINKED, wallet: { ...WALLET, id } })
  expect(opened.findProver(String(ids[0]))).toBeNull()
  expect(opened.findProver(String(ids[50]))).toEqual(APP)
})

test('the page knows the app until it closes where the client blocks its storage', () => {
  const { opened } = setUp({ ...createMemoryStorage(), getItem: refuse, setItem: refuse })
  opened.note(LINKED, APP)
  opened.noteProver(LINKED)
  expect(opened.find(LINKED)?.app).toEqual(APP)
  expect(opened.findProver(WALLET.id)).toEqual(APP)
})

test('a stored value that is none of ours is ignored', () => {
  const { reload } = setUp({ ...createMemoryStorage(), getItem: () => '{"attemptId":7}' })
  expect(reload().find(ATTEMPT)).toBeNull()
  expect(reload().findProver(WALLET.id)).toBeNull()
})
