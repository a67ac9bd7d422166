import { beforeEach, expect, test } from 'vitest'
import { getCard } from '#shared/api/get-card.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, send } from '../http/requesting-harness.ts'
import { ADA, ILYA, type TestAccount } from '#tests/support/people.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})

/** What a person needs between two taps, in milliseconds. */
const A_MOMENT_MS = 2_000

/** A person who uses the app, and every refusal that they meet. */
function createPerson(user: TestAccount) {
  const refusals: string[] = []
  let token = ''

  async function tap(endpoint: Endpoint, input: { id?: string; body?: unknown } = {}) {
    server.clock.now += A_MOMENT_MS
    const response = await send(server, endpoint, { token, ...input })
    if (!response.ok) refusals.push(`${endpoint.path} ${response.status}`)
    return response
  }

  async function open(): Promise<void> {
    server.clock.now += A_MOMENT_MS
    token = await server.signIn(user)
    await tap(getMe)
  }

  async function chooseWallet(): Promise<string> {
    const { id } = await getBody(
      await tap(createAttempt, { body: { family: 'ton' } }),
      createAttempt,
    )
    await tap(updateAttempt, { id, body: { state: 'awaiting-wallet' } })
    return id
  }

  return {
    refusals,
    tap,
    open,
    async declineInWallet() {
      const id = await chooseWallet()
      await tap(updateAttempt, { id, body: { state: 'failed', errorCode: 'wallet-rejected' } })
    },
    async changeTheirMind() {
      await tap(cancelAttempt, { id: await chooseWallet() })
    },
    link(seed: number) {
      server.clock.now += A_MOMENT_MS
      return linkWallet(server, token, seed)
    },
  }
}

test('a hesitant member opens the app twenty times, declines five times, links three wallets and shares them, and is refused nothing for a rate', async () => {
  const ada = createPerson(ADA)
  const ilya = createPerson(ILYA)
  const start = server.clock.now
  await ilya.open()
  for (let opening = 1; opening <= 20; opening += 1) {
    await ada.open()
    if (opening % 4 === 0) await ada.declineInWallet()
    if (opening % 5 === 0) await ada.changeTheirMind()
    if (opening % 6 === 0) await share(ada, ilya, opening)
  }
  expect(ada.refusals).toEqual([])
  expect(ilya.refusals).toEqual([])
  // All of it counts in one window, because this evening is a short one.
  expect(server.clock.now - start).toBeLessThan(600_000)
})

type EveningPerson = ReturnType<typeof createPerson>

/** Links a wallet, looks at it, and shows it to a friend. */
async function share(member: EveningPerson, friend: EveningPerson, seed: number): Promise<void> {
  const { id } = await member.link(seed)
  await member.tap(getWallet, { id })
  const shared = await member.tap(shareWallet, { body: { walletId: id } })
  const { code } = await getBody(shared, shareWallet)
  await member.tap(getCard, { id: code })
  await friend.tap(getCard, { id: code })
}
