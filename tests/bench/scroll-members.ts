import * as v from 'valibot'
import { PEOPLE } from '#demo/telegram/people.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { installMessengerProxy } from './messenger-proxy.ts'
import { startProduction } from './start-production.ts'
import { quantile } from './statistics.ts'

const [ADMIN] = PEOPLE
const SLOW_DOWN = 4
const PARTS = 5
const TIMEOUT_MS = 60_000
const LINE = '.members-line'

/** What scrolling through a part of the list took. */
export type ScrolledPart = {
  /** How many members were on the page at the end of the part. */
  members: number
  /** Milliseconds from frame to frame. */
  p50: number
  p99: number
  longest: number
  /** Tasks of the page's thread over 50 ms. */
  longTasks: number
}

const Watched = v.object({ frames: v.array(v.number()), longTasks: v.number() })

/**
 * Scrolls an admin's list of members to its end, in Chromium at a quarter of the machine's speed, 200 pixels a frame. Every
 * fifth of the members is a part.
 */
export async function scrollMembers(
  databaseUrl: string,
  { dataKey, members }: { dataKey: Buffer; members: number },
): Promise<ScrolledPart[]> {
  const production = await startProduction({
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKey.toString('hex'),
    ADMIN_IDS: String(ADMIN.id),
  })
  production.world.setLanguage(ADMIN.id, 'en')
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    context.setDefaultTimeout(TIMEOUT_MS)
    const page = await context.newPage()
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(installMessengerProxy)
    await page.goto(
      production.world.launch({
        platform: 'ios',
        version: '9.1',
        theme: 'day',
        accountId: ADMIN.id,
        source: 'menu',
        url: `${production.url}/admin/members`,
      }),
    )
    await page.locator(LINE).first().waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    const parts: ScrolledPart[] = []
    for (let part = 1; part <= PARTS; part += 1) {
      const end = (members * part) / PARTS
      const { frames, longTasks } = v.parse(
        Watched,
        await page.evaluate(scrollTo, { members: end, line: LINE }),
      )
      parts.push({
        members: end,
        p50: quantile(frames, 0.5),
        p99: quantile(frames, 0.99),
        longest: Math.max(...frames),
        longTasks,
      })
    }
    return parts
  } finally {
    await browser.close()
    await production.stop()
  }
}

/** Scrolls until so many members have been on the page, and notes the frames and long tasks meanwhile. Runs in the page. */
function scrollTo({ members, line }: { members: number; line: string }): Promise<unknown> {
  const STEP_PX = 200
  const LIMIT_MS = 120_000
  const frames: number[] = []
  let longTasks = 0
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length
  })
  observer.observe({ type: 'longtask' })
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let before = startedAt
    requestAnimationFrame(function scroll() {
      const now = performance.now()
      frames.push(now - before)
      before = now
      window.scrollBy(0, STEP_PX)
      const last = document.querySelector<HTMLElement>(`${line}:last-child`)
      if (Number(last?.dataset['index']) + 1 >= members) resolve({ frames, longTasks })
      else if (now - startedAt > LIMIT_MS) reject(new Error('the list does not grow'))
      else requestAnimationFrame(scroll)
    })
  })
}
