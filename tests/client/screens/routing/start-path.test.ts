import { expect, test } from 'vitest'
import { findRouteCode } from '#client/screens/routing/find-route-code.ts'
import { parseRoute, type Route } from '#client/screens/routing/router.ts'
import { startPath } from '#client/screens/routing/start-path.ts'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'

test.each([`r1_${ID}`, `c1_${ID}`, `a1_${ID}`, `m1_${ID}`])(
  '%s leads to a screen, and back',
  (code) => {
    const route = parseRoute(startPath(code) ?? '')
    expect(route.screen).not.toBe('not-found')
    expect(findRouteCode(route)).toBe(code)
  },
)

test('the start parameter of the connect message leads to the choice of a wallet', () => {
  expect(parseRoute(startPath('connect') ?? '')).toEqual({ screen: 'connect' })
})

test.each(['newer', 'broken'] as const)(
  'a code that is %s leads to a screen that says so',
  (why) => {
    const code = why === 'newer' ? `z1_${ID}` : 'r1_cut-off'
    expect(parseRoute(startPath(code) ?? '')).toEqual({ screen: 'bad-link', why })
  },
)

test.each<[Route, string | undefined]>([
  [{ screen: 'home' }, undefined],
  [{ screen: 'wallet', id: ID }, undefined],
  [{ screen: 'made-request', code: `r1_${ID}` }, `r1_${ID}`],
  [{ screen: 'connect' }, undefined],
  [{ screen: 'connect', purpose: `r1_${ID}` }, `r1_${ID}`],
  [{ screen: 'connect', purpose: `m1_${ID}` }, `m1_${ID}`],
  [{ screen: 'multisig', id: ID }, undefined],
])('the way back to %j is %s', (route, code) => {
  expect(findRouteCode(route)).toBe(code)
})

test.each(['', 'ref_12345', 'x2_summer', 'utm', `p1_${'A'.repeat(43)}`])(
  'the start parameter "%s", which is no code of ours, leads to no screen',
  (text) => expect(startPath(text)).toBeNull(),
)
