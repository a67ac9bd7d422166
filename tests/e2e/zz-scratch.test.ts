import { inject, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import { openStage } from '#tests/support/demo-stage.ts'
import { startAndOpen } from '#tests/support/e2e-link.ts'
import { en } from '#client/i18n/en.ts'
test('scratch', { timeout: 200000 }, async () => {
  const browser = await launchBrowser()
  const stage = await openStage({ browser, build: inject('demoBuild') })
  const cdp = await stage.context.newCDPSession(stage.host); await cdp.send('Emulation.setCPUThrottlingRate', { rate: 5 })
  await startAndOpen(stage)
  for (let i = 0; i < 60; i++) {
    await stage.setPlatform((['ios', 'android', 'tdesktop', 'macos', 'web', 'weba'] as const)[i % 6]!)
    await stage.app.locator('[data-intent=connect]').click()
    const ok = await stage.app.getByRole('button', { name: en.connect.otherWallets }).waitFor({ timeout: 4000 }).then(() => true, () => false)
    if (!ok) {
      const f = stage.host.frame({ name: 'mini-app' })!
      process.stderr.write(`${i} LOST ` + JSON.stringify(await f.evaluate(() => [location.href, { ...document.documentElement.dataset }, document.body.innerText.slice(0, 300)])) + '\n')
    }
  }
  process.stderr.write(stage.errors.unannounced().join('\n'))
  await browser.close()
})
