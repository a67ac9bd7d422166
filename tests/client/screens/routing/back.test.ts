import { expect, test } from 'vitest'
import { createBack } from '#client/screens/routing/back.ts'
import { createFakeWalletConnector } from '#tests/support/fake-wallet-connector.ts'
import { createFakeRouter } from '#tests/support/fake-router.ts'

function setUp() {
  const pressed: string[] = []
  const wallets = createFakeWalletConnector()
  const router = { ...createFakeRouter(), back: () => void pressed.push('router') }
  return {
    pressed,
    wallets,
    back: createBack(router, { ton: createFakeWalletConnector(), evm: wallets }),
  }
}

test('back closes the list of wallets, then what covers the screen, then the screen', () => {
  const { back, wallets, pressed } = setUp()
  const stopLeaving = back.intercept(() => pressed.push('leave'))
  const closeSheet = back.intercept(() => {
    pressed.push('sheet')
    closeSheet()
  })
  wallets.chooserOpen.set(true)
  back.press()
  expect(wallets.calls).toEqual(['closeChooser'])
  expect(pressed).toEqual([])
  back.press()
  back.press()
  stopLeaving()
  back.press()
  expect(pressed).toEqual(['sheet', 'leave', 'router'])
})
