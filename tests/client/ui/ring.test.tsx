import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Ring } from '#client/ui/ring.tsx'

const draw = (full: number, parts: number) =>
  renderToStaticMarkup(
    <Ring parts={parts} full={full} text={`${full} of ${parts}`} label="so many must agree" />,
  )

/** Strokes and gaps of the full parts. */
const fullDashes = (markup: string) =>
  /ring-full"[^>]*stroke-dasharray="([^"]*)"/u.exec(markup)?.[1]?.split(' ').map(Number)

test('a ring is divided into its parts, and the given number of them is full', () => {
  const dashes = fullDashes(draw(2, 3)) ?? []
  const [stroke = 0, gap = 0, ...others] = dashes
  expect(stroke + gap).toBeCloseTo(1)
  expect(gap).toBeGreaterThan(0.05)
  expect(others).toEqual([stroke, gap, 0, 3])
})

test('a ring describes itself once, in words', () => {
  const markup = draw(2, 3)
  expect(markup).toContain('<span class="hidden">so many must agree</span>')
  expect(markup).toContain('aria-hidden="true">2 of 3<')
  expect(markup.match(/aria-hidden/gu)).toHaveLength(2)
})

test('a ring of one part has no gap, and a ring of very many parts shows the share only', () => {
  expect(fullDashes(draw(1, 1))).toEqual([1, 1])
  expect(fullDashes(draw(30, 40))).toEqual([30, 40])
})

test('a ring has no full part for zero, and never more full parts than parts', () => {
  expect(draw(0, 3)).not.toContain('ring-full')
  expect(fullDashes(draw(40, 30))).toEqual([30, 30])
})
