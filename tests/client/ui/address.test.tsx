import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Address } from '#client/ui/address.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { unbrokenAddress } from '#client/screens/account/unbroken-address.ts'

/** The groups that people see, each in a span that does not break. */
const getGroups = (value: string) =>
  [
    ...renderToStaticMarkup(<Address value={value} />).matchAll(
      /<span class="address-chunk">(.*?)<\/span>/g,
    ),
  ].map(([, group]) => group)

test('an address is read out group by group, and always from left to right', () => {
  const markup = renderToStaticMarkup(<Address value="UQABCDEFGH" />)
  expect(markup).toContain('dir="ltr"')
  expect(markup).toContain('UQAB, CDEF, GH')
  expect(getGroups('UQABCDEFGH')).toEqual(['UQAB', 'CDEF', 'GH'])
})

test('the groups at both ends of an EVM address are those of its short form', () => {
  const groups = '0xb7fa 8DA8 51ee CB75 0A51 Df1a 9041 B0aF 3120 9F02'.split(' ')
  expect(getGroups(groups.join(''))).toEqual(groups)
})

test('a short address within a sentence breaks nowhere, with hyphens in it too', () => {
  const shown = Array.from({ length: 64 }, (_, at) =>
    unbrokenAddress({
      family: 'ton',
      network: '-239',
      address: `0:${at.toString(16).padStart(64, 'e')}`,
    }),
  )
  expect(shown.filter((address) => address.includes('-')).length).toBeGreaterThan(3)
  for (const address of shown) expect(address).not.toMatch(/[-…](?!\u2060)|(?<!\u2060)[-…]/)
})

test.each([
  ['UQCNTONTONTONTONTONTONTONTONTONTONTONTONTONThBN9', 'UQCN…hBN9'],
  ['0xb7fa8DA851eeCB750A51Df1a9041B0aF31209F02', '0xb7fa…9F02'],
  ['UQABCDEF', 'UQABCDEF'],
])('the short form of %s is %s, from left to right', (value, short) => {
  const markup = renderToStaticMarkup(<Address value={value} isShort />)
  expect(markup).toContain(`dir="ltr">${short}<`)
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['', ''],
  ['𝒜da Ёлка Third', '𝒜Ё'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`>${initials}<`)
})
