import * as v from 'valibot'
import { PEOPLE } from '#demo/telegram/people.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { onPhone, slowDownThread } from './on-phone.ts'
import { startProduction } from './start-production.ts'
import { after } from './undoing.ts'

const [ADMIN] = PEOPLE
const SLOW_DOWN = 4
const PARTS = 5
const LINE = '.members-line'

/** What scrolling took: milliseconds from frame to frame, and tasks of the page's thread over 50 ms. */
const WatchedSchema = v.object({ frames: v.array(v.number()), longTasks: v.number() })

/** `members`: how many were on the page at the end of the part. */
export type ScrolledPart = v.InferOutput<typeof WatchedSchema> & { members: number }

/**
 * Scrolls an admin's list of members to its end, in Chromium at a quarter of the machine's speed, 200 pixels a frame. Every
 * fifth of the members is a part.
 */
export async function scrollMembers(databaseUrl: string, members: number): Promise<ScrolledPart[]> {
  const production = await startProduction({
    DATABASE_URL: databaseUrl,
    ADMIN_IDS: String(ADMIN.id),
  })
  production.world.setLanguage(ADMIN.id, 'en')
  const browser = await launchBrowser()
  after(() => browser.close())
  return onPhone(browser, {}, async (page) => {
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
    await slowDownThread(page, SLOW_DOWN)
    const parts: ScrolledPart[] = []
    for (let part = 1; part <= PARTS; part += 1) {
      const end = (members * part) / PARTS
      const watched = await page.evaluate(scrollTo, { members: end, line: LINE })
      parts.push({ members: end, ...v.parse(WatchedSchema, watched) })
    }
    return parts
  })
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
