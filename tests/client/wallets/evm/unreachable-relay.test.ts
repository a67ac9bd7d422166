// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ATTEMPT_ID, openEvmPage } from '#tests/support/evm-page.ts'
import {
  startWalletConnectWorld,
  type WalletConnectWorld,
} from '#tests/support/walletconnect-world.ts'

vi.setConfig({ testTimeout: 60_000 })

const MINUTE = 60_000

let world: WalletConnectWorld
beforeAll(async () => void (world = await startWalletConnectWorld()))
beforeEach(() => world.relay.setReachable(true))
afterAll(() => world.relay.setReachable(true))

test('a link that cannot be replaced expires', async () => {
  let now = Date.now()
  const page = openEvmPage({ relayUrl: world.relay.url, now: () => now })
  await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
  world.relay.setReachable(false)
  world.relay.dropSockets()
  now += 5 * MINUTE + 1_000
  page.telegram.comeBack()
  expect(await page.received('failure')).toMatchObject({ code: 'evm-pairing-expired' })
})

test('an unreachable relay is reported within 20 seconds', async () => {
  world.relay.setReachable(false)
  const page = openEvmPage({ relayUrl: world.relay.url })
  const startedAt = Date.now()
  const prepared = page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID })
  await expect(prepared).rejects.toMatchObject({ code: 'evm-relay-unreachable' })
  expect(Date.now() - startedAt).toBeLessThan(20_000)
})
