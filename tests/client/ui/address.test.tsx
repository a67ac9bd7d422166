import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Address } from '#client/ui/address.tsx'
import { Avatar } from '#client/ui/avatar.tsx'

test('an address is read out group by group, and always from left to right', () => {
  const markup = renderToStaticMarkup(<Address value="UQABCDEFGH" />)
  expect(markup).toContain('dir="ltr"')
  expect(markup).toContain('UQAB, CDEF, GH')
  expect(markup).toContain('aria-hidden="true">UQAB CDEF GH')
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['', ''],
  ['𝒜da Ёлка Third', '𝒜Ё'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`>${initials}<`)
})
