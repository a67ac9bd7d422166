import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { DemoBot } from '#demo/start-demo.ts'
import type { EvmPolicy, TonTextBinding } from '#shared/boot.ts'
import { inject, test as base } from 'vitest'
import { launchBrowser, ONE_PROCESS } from './browser.ts'
import { openStage, type DemoStage } from './demo-stage.ts'
import { describePages } from './describe-pages.ts'

type Fixtures = {
  /** The bot in the chat of `stage`. */
  bot: DemoBot
  /** How `stage` offers EVM wallets. */
  evm: EvmPolicy
  /** Whether `stage` requests a signed text from TON wallets. */
  tonText: TonTextBinding
  /** Options of the browser in front of `stage`. */
  page: BrowserContextOptions
  /** One browser for all tests of a file. */
  browser: Browser
  /** A world that only this test uses. */
  stage: DemoStage
  /** One world for all tests of a file. Each test leaves it unchanged. */
  sharedStage: DemoStage
}

/** A test in the demo world. */
export const test = base.extend<Fixtures>({
  browser: [
    async ({}, use) => {
      const browser = await launchBrowser(ONE_PROCESS)
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
  bot: 'clasp',
  evm: 'in-app',
  tonText: 'offer',
  page: {},
  stage: async ({ browser, bot, evm, tonText, page, task }, use) => {
    const build = inject(evm === 'off' ? 'demoBuildWithoutEvm' : 'demoBuild')
    const stage = await openStage({ browser, build, bot, evm, tonText, page })
    await use(stage)
    if (task.result?.state === 'fail') await tell(stage)
    await stage.close()
  },
  sharedStage: [
    async ({ browser }, use) => {
      const stage = await openStage({ browser, build: inject('demoBuild'), bot: 'clasp' })
      await use(stage)
      await stage.close()
    },
    { scope: 'file' },
  ],
})

/** Says what a failed test ended with. */
async function tell(stage: DemoStage): Promise<void> {
  const shown = await describePages(stage)
  const requests = (await stage.requests())
    .slice(-12)
    .map(({ url }) => url)
    .join('\n')
  process.stdout.write(`${stage.demo.messengerUrl} ended with: ${shown}\n${requests}\n`)
}
