import { afterEach, describe, expect, test, vi } from 'vitest'
import { isFromOtherPage, noteWhatLed } from '#client/telegram/from-other-page.ts'
import { comeFrom } from '#tests/support/come-from.ts'
import { FRAME_ORIGINS } from '#tests/support/test-messenger.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

type VisitedFrom = { referrer?: string; opener?: unknown; isFrame?: boolean; type?: string }

/** Whether this visit of the page counts as led here by another page. */
function visit({ referrer = '', opener = null, isFrame = false, type = 'navigate' }: VisitedFrom) {
  comeFrom(referrer)
  vi.stubGlobal('opener', opener)
  if (isFrame) vi.stubGlobal('parent', {})
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(Object.create(PerformanceEntry.prototype), { type }),
  ])
  noteWhatLed()
  return isFromOtherPage(FRAME_ORIGINS)
}

describe('a launch', () => {
  test.each<[string, VisitedFrom]>([
    ['by a native client', {}],
    ['by a web client', { isFrame: true, referrer: 'https://web.telegram.org/' }],
    [
      'by a web client that names the whole address',
      { isFrame: true, referrer: 'https://webk.telegram.org/k/#@bot' },
    ],
    ['by a client that does not name itself', { isFrame: true }],
    ['that a page of ours leads to', { referrer: `${location.origin}/privacy` }],
  ])('%s is Telegram’s', (_, options) => {
    expect(visit(options)).toBe(false)
  })

  test.each<[string, VisitedFrom]>([
    ['another bot’s Mini App in a native client', { referrer: 'https://evil.example/' }],
    [
      'another bot’s Mini App in a web client’s frame',
      { isFrame: true, referrer: 'https://evil.example/' },
    ],
    ['a page that opened it as a window', { opener: {} }],
    ['a web client’s site, outside its frame', { referrer: 'https://web.telegram.org/' }],
    [
      'a site whose address begins like a client’s',
      { isFrame: true, referrer: 'https://web.telegram.org.evil.example/' },
    ],
  ])('attack: a launch by %s is in doubt, after a reload as well', (_, options) => {
    expect(visit(options)).toBe(true)
    expect(visit({ isFrame: options.isFrame === true, type: 'reload' })).toBe(true)
    expect(visit({ isFrame: options.isFrame === true, type: 'back_forward' })).toBe(true)
    expect(visit({ isFrame: options.isFrame === true })).toBe(false)
  })
})
