import { hexToBytes } from 'viem/utils'
import { toChecksum } from '#shared/to-checksum.ts'

/**
 * Decodes the results of a Safe's calls as its compiler encodes them; null for anything else. Numbers are below 2^32.
 */

const WORD_DIGITS = 64
const MAX_TEXT_BYTES = 32

/** 32-byte words of returned data, hex without `0x`. Null where it does not end with a whole word. */
function splitWords(data: string): string[] | null {
  const digits = data.slice('0x'.length)
  if (digits.length % WORD_DIGITS !== 0) return null
  return digits.match(/.{64}/g) ?? []
}

/** `uint256` */
export function readNumber(data: string): number | null {
  const [word, ...others] = splitWords(data) ?? []
  return word === undefined || others.length > 0 ? null : findNumber(word)
}

/** `string`, of 32 bytes at most. */
export function readText(data: string): string | null {
  const [offset, length, text = '', ...others] = splitWords(data) ?? []
  if (length === undefined || offset === undefined || others.length > 0) return null
  const bytes = findNumber(length)
  if (findNumber(offset) !== 32 || bytes === null || bytes > MAX_TEXT_BYTES) return null
  return String.fromCharCode(...hexToBytes(`0x${text}`).subarray(0, bytes))
}

/** `address[]`, of `max` at most. */
export function readAddresses(data: string, max: number): string[] | null {
  const [offset, ...list] = splitWords(data) ?? []
  return offset !== undefined && findNumber(offset) === 32 ? readList(list, max) : null
}

/** The array of `(address[] page, address next)`, of `max` at most. */
export function readPage(data: string, max: number): string[] | null {
  const [offset, next, ...list] = splitWords(data) ?? []
  if (offset === undefined || next === undefined || findNumber(offset) !== 64) return null
  return readAddress(next) === null ? null : readList(list, max)
}

/**
 * An address in a word, from the stack or from storage, with or without leading zeros; null for a word that holds more.
 */
export function readAddress(word: string): string | null {
  if (word.length > '0x'.length + WORD_DIGITS) return null
  const [, digits] = /^(?:0x)?0*?([\da-f]{0,40})$/i.exec(word) ?? []
  return digits === undefined ? null : toChecksum(`0x${digits.padStart(40, '0')}`)
}

function readList([length, ...words]: string[], max: number): string[] | null {
  const count = length === undefined ? null : findNumber(length)
  if (count === null || count > max || words.length !== count) return null
  const addresses = words.map(readAddress)
  return addresses.every((address) => address !== null) ? addresses : null
}

function findNumber(word: string): number | null {
  return /^0{56}[\da-f]{8}$/i.test(word) ? Number.parseInt(word, 16) : null
}
