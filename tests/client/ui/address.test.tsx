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

test('the groups at both ends of an EVM address are those of its short form', () => {
  const value = '0xb7fa8DA851eeCB750A51Df1a9041B0aF31209F02'
  expect(renderToStaticMarkup(<Address value={value} />)).toContain(
    '>0xb7fa 8DA8 51ee CB75 0A51 Df1a 9041 B0aF 3120 9F02<',
  )
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
