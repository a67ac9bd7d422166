import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { listFaults } from '#build/floor/check-floor.ts'
import { FLOOR, TARGET } from '#build/floor/floor.ts'

describe('a script may not', () => {
  test.each([
    ['call what a newer engine has', 'if (URL.canParse(a)) b(new URL(a))', 'URL.canParse'],
    ['pass it on', 'links.filter(URL.canParse)', 'URL.canParse'],
    ['call a new method of a list', 'days.toSorted(byCount)[0]', '.toSorted'],
    ['set what older elements do not reflect', "notice.role = 'alert'", '.role'],
    ['construct a new global', 'new CompressionStream("gzip")', 'CompressionStream'],
    ['use what it asks for elsewhere', 'a(URL.canParse ? 1 : 2); URL.canParse(b)', 'URL.canParse'],
    ['look behind in a pattern', 'text.split(/(?<=,)/)', '/(?<=,)/'],
  ])('%s', (_, code, fault) => {
    expect(listFaults('.js', code)).toEqual([fault])
    expect(listFaults('.html', `<p><script>${code}</script>`)).toEqual([fault])
  })
})

describe('a script may', () => {
  test.each([
    ['use what all engines have', 'Object.hasOwn(a, b) && structuredClone(c).at(-1)'],
    ['use it where it is', 'URL.canParse ? URL.canParse(a) : !!new URL(a)'],
    ['ask first', "typeof requestIdleCallback == 'function' && requestIdleCallback(a)"],
    ['call it only where it is', 'navigator.userActivation?.isActive ?? false'],
    ['have a name of its own', 'wallets.restore().take(1)'],
  ])('%s', (_, code) => expect(listFaults('.js', code)).toEqual([]))
})

describe('styles may not', () => {
  test.each([
    ['have a colour that some engines cannot read', 'a{color:oklch(.5 .1 9)}', 'oklch()'],
    ['rely on one before, with a variable', 'a{color:red;color:oklch(.5 .1 var(--h))}', 'oklch()'],
    ['keep it in a variable', 'a{--fill:color-mix(in srgb,red 8%,blue)}', 'color-mix()'],
    ['select by what is inside', 'a:has(>b){color:red}', ':has'],
    ['move by a property of its own', 'a{translate:1rem}', 'translate'],
    ['measure what is visible', 'a{min-height:100dvh}', 'dvh'],
    ['have a rule of a new kind', '@container a{b{color:red}}', '@container'],
  ])('%s', (_, styles, fault) => {
    expect(listFaults('.css', styles)).toEqual([fault])
    expect(listFaults('.html', `<style>${styles}</style>`)).toEqual([fault])
  })
})

describe('styles may', () => {
  test.each([
    ['set an older value before', 'a{color:red;color:oklch(.5 .1 9)}'],
    ['ask first', '@supports (width:1dvh){a{width:1dvh}}'],
    ['have a prefix', 'a{-webkit-user-select:none;user-select:none}'],
  ])('%s', (_, styles) => expect(listFaults('.css', styles)).toEqual([]))
})

test('the floor is one: for the build, its check and the page of limits', async () => {
  const { safari_ios: ios, chrome, webview_android: webView, firefox } = Object.fromEntries(FLOOR)
  expect(TARGET).toEqual([`ios${ios}`, `chrome${chrome}`, `firefox${firefox}`])
  const limits = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8')
  expect(limits).toContain(`iOS ${ios}, Chrome and Android WebView ${webView}, Firefox ${firefox}`)
})
