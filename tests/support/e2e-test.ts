import type { Browser } from 'playwright-core'
import type { DemoBot } from '#demo/start-demo.ts'
import { inject, test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openStage, type Stage } from './demo-stage.ts'

type Fixtures = {
  /** Who answers in the chat of `stage`. */
  bot: DemoBot
  /** One browser for all tests of a file. */
  browser: Browser
  /** A world that only this test lives in. */
  stage: Stage
  /** One world for all tests of a file, which leave it as they found it. */
  sharedStage: Stage
}

/** A test that plays in the demo world. */
export const test = base.extend<Fixtures>({
  browser: [
    async ({}, use) => {
      const browser = await launchBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
  bot: 'clasp',
  stage: async ({ browser, bot }, use) => {
    const stage = await openStage({ browser, build: inject('demoBuild'), bot })
    await use(stage)
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
