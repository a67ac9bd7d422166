import { expect } from 'vitest'
import { findAxeFaults } from '#tests/support/axe-faults.ts'
import { findLayoutFaults } from '#tests/support/layout-faults.ts'
import { test } from '#tests/support/e2e-test.ts'

/** Markup with one fault each, and what the check must report about it. */
const PLANTED = [
  [
    'sideways',
    '<p style="width: 500px">A line that is wider than the window by far</p>',
    'px wide',
  ],
  [
    'cut-off',
    '<p style="width: 60px; overflow: hidden; white-space: nowrap">Words that do not fit</p>',
    'Words that do not fit',
  ],
  [
    'overlap',
    '<p>First words</p><p style="margin-top: -34px">Second words</p>',
    '“First words” and p “Second words”',
  ],
  ['small-target', '<button style="width: 30px; height: 44px">x</button>', '30 px by 44 px'],
  [
    'covered',
    '<style>html { --safe-top: 0 }</style><p style="position: absolute; top: 2px">Under the notch</p>',
    'Under the notch',
  ],
  [
    'out-of-view',
    '<button class="button-primary" style="width: 99px; height: 50px; margin-top: 900px">Go</button>',
    'Go',
  ],
  [
    'moving',
    '<style>@keyframes turn { to { opacity: 0.5 } } b { animation: turn 9s infinite }</style><b>Busy</b>',
    'Busy',
  ],
] as const

test.for(PLANTED)(
  'the layout check finds this fault: %s',
  async ([kind, markup, detail], { browser }) => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 600 },
      reducedMotion: 'reduce',
    })
    await page.setContent(markup)
    if (kind === 'covered') {
      await page.evaluate(() => document.documentElement.style.setProperty('--safe-top', '40px'))
    }
    const faults = await findLayoutFaults(page.mainFrame())
    expect(faults.map((fault) => fault.kind)).toContain(kind)
    expect(faults.find((fault) => fault.kind === kind)?.detail).toContain(detail)
    await page.close()
  },
)

test('the layout check reports nothing on a page without faults', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 600 } })
  await page.setContent(
    `<main style="margin: 0"><h1>Title</h1><p>Some <a href="#x">linked words</a> in a sentence that goes on.</p>
     <button class="button-primary" style="width: 100%; height: 50px">Go</button></main>`,
  )
  expect(await findLayoutFaults(page.mainFrame())).toEqual([])
  await page.close()
})

test('axe reports a button without a name', async ({ browser }) => {
  const page = await browser.newPage()
  await page.setContent('<main><h1>Title</h1><button></button></main>')
  const faults = await findAxeFaults(page.mainFrame())
  expect(faults.map(({ rule }) => rule)).toContain('button-name')
  await page.close()
})
