import { expect, test } from 'vitest'
import { parseEvmAddress } from '#shared/parse-evm-address.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

// The examples of EIP-55.
test.each([
  ADDRESS,
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
])('%s gets its checksum', (address) => {
  expect(parseEvmAddress(address)).toBe(address)
})

test('no checksum is required without capitals, or in nothing but capitals', () => {
  expect(parseEvmAddress(ADDRESS.toLowerCase())).toBe(ADDRESS)
  expect(parseEvmAddress(`0x${ADDRESS.slice(2).toUpperCase()}`)).toBe(ADDRESS)
})

test.each([
  ['one letter of the wrong size', ADDRESS.replace('aA', 'aa')],
  ['one digit changed', ADDRESS.replace('6', '7')],
  ['a digit too few', ADDRESS.slice(0, -1)],
  ['a digit too many', `${ADDRESS}0`],
  ['no prefix', ADDRESS.slice(2)],
  ['a large prefix', `0X${ADDRESS.slice(2)}`],
  ['a large prefix of capitals', ADDRESS.toUpperCase()],
  ['a blank', ` ${ADDRESS}`],
  ['nothing', ''],
])('%s is refused', (_, address) => {
  expect(parseEvmAddress(address)).toBeNull()
})
