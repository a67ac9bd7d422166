import { expect } from 'vitest'
import type { TonAccountKind } from '#demo/ton/wallet/accounts.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import { askTelegramWallet, goHome, linkWallet, seeHome } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en } from '#tests/support/messages.ts'

const OPENINGS = 20
const DECLINED: ReadonlySet<number> = new Set([2, 5, 9, 14, 19])
const LINKED: ReadonlyMap<number, TonAccountKind> = new Map([
  [6, 'v5r1'],
  [11, 'v4r2'],
  [17, 'v3r2'],
])

async function decline(stage: DemoStage): Promise<void> {
  const { app, wallet } = stage
  await askTelegramWallet(stage)
  await wallet.getByTestId('reject').click()
  await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
  await stage.pressBack()
  await seeHome(stage)
}

test(
  'a hesitant member opens the app twenty times, declines five times and links three wallets, and is never told to wait',
  { timeout: 180_000 },
  async ({ stage }) => {
    const refused: string[] = []
    stage.context.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url())
    })
    await stage.startBot()
    for (let opening = 1; opening <= OPENINGS; opening += 1) {
      await stage.openMiniApp()
      await seeHome(stage)
      if (DECLINED.has(opening)) await decline(stage)
      const account = LINKED.get(opening)
      if (account !== undefined) {
        await linkWallet(stage, { account })
        await stage.wallet.owner().waitFor({ state: 'detached' })
        await goHome(stage)
      }
      await stage.closeMiniApp()
    }
    expect(refused).toEqual([])
  },
)
