import { expect } from 'vitest'
import { ADA, type DemoStage } from '#tests/support/demo-stage.ts'
import { linkWallet, shortAddressIn, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { until } from '#tests/support/until.ts'

test('the steps of the demo tick themselves off, the signed event drops in at the approval, both survive a reload, and the shown curl works', async ({
  stage,
}) => {
  const { host, demo } = stage
  await expectDone(stage, { start: 'no', choose: 'no', approve: 'no', known: 'no' })
  await startAndOpen(stage)
  await expectDone(stage, { start: 'yes', choose: 'no' })
  await linkWallet(stage)

  const event = host.getByTestId('event-newest')
  await event.getByText('Signature verified').waitFor()
  const receipt = await stage.botMessage(ADA, 'is now linked to your account')
  const short = shortAddressIn(receipt.text)
  await event.getByText(`Ada controls ${short}`).waitFor()
  expect(await host.getByTestId('event-time').innerText()).toMatch(/^[\d,]+ ms after/)
  expect(await event.locator('[data-marked]').allInnerTexts()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('"type": "wallet.linked"'),
      expect.stringContaining(`"telegramId": "${ADA}"`),
    ]),
  )
  await expectDone(stage, { choose: 'yes', approve: 'yes', known: 'yes' })

  await host.reload()
  await event.getByText(`Ada controls ${short}`).waitFor()
  await expectDone(stage, { start: 'yes', choose: 'yes', approve: 'yes', known: 'yes' })

  await host.getByTestId('developer').click()
  await host.getByText(/Bearer clasp_/).waitFor()
  const command = await host.getByText(/^curl/).innerText()
  expect(command).toContain(`${demo.appUrl}/v1/users/${ADA}/wallets`)
  expect(await ask(command)).toContain(short.slice(-4))
})

test('the operator’s code of the demo refuses an event that Clasp has not signed, and the page shows nothing of it', async ({
  stage,
}) => {
  const { host, demo } = stage
  const answer = await fetch(`${demo.hostUrl}/operator/clasp`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  await host.reload()
  await host.getByTestId('events').getByText('a signed event drops in here').waitFor()
})

test('the switches of testers are folded until they are opened', async ({ stage }) => {
  const { host, demo } = stage
  await host.goto(demo.hostUrl)
  const platform = host.getByTestId('platform')
  await host.getByText('Test conditions').waitFor()
  expect(await platform.isVisible()).toBe(false)
  await host.getByText('Test conditions').click()
  await platform.selectOption('web')
  await host.getByText('web.telegram.org/k').waitFor()
  await platform.selectOption('macos')
  await host.locator('[data-frame=window]').waitFor()
})

async function expectDone({ host }: DemoStage, steps: Record<string, 'yes' | 'no'>): Promise<void> {
  await until(async () => {
    const shown = Object.keys(steps).map(async (name) => {
      const step = host.getByTestId(`step-${name}`)
      return [name, await step.getAttribute('data-done')] as const
    })
    expect(Object.fromEntries(await Promise.all(shown))).toEqual(steps)
  })
}

/** Sends what the command names. */
async function ask(command: string): Promise<string> {
  const [, authorization = ''] = /Authorization: ([^']+)'/.exec(command) ?? []
  const url = /http:\S+$/.exec(command)?.[0] ?? ''
  const response = await fetch(url, { headers: { authorization } })
  expect(response.status).toBe(200)
  return response.text()
}
