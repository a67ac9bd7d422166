/** Why a text is no JSON that every reader reads alike. */
export type JsonFault =
  | 'not-json'
  | 'repeated-member'
  | 'rounded-number'
  | 'half-character'
  | 'too-deep'

export type ParsedJson = { ok: true; value: unknown } | { ok: false; reason: JsonFault }

/** Most objects and lists inside each other. */
const MAX_DEPTH = 32

/**
 * Parses JSON that every reader reads alike: it has no member twice, no number that is whole only after rounding, no
 * half of a surrogate pair, and no more than {@link MAX_DEPTH} levels.
 */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    const reason = findFault(text)
    return reason === null ? { ok: true, value } : { ok: false, reason }
  } catch {
    return { ok: false, reason: 'not-json' }
  }
}

/** Strings, numbers, and the signs that open, close and name; everything else in JSON has no part in it. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]|-?\d[\d.eE+-]*/g

/** @param text valid JSON */
function findFault(text: string): JsonFault | null {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      // `JSON.parse` takes the last member of a name, where another reader takes the first.
      const name = readString(last)
      const names = open.at(-1)
      if (names?.has(name)) return 'repeated-member'
      names?.add(name)
    } else {
      const fault = findValueFault(token)
      if (fault !== null) return fault
    }
    if (open.length > MAX_DEPTH) return 'too-deep'
    last = token
  }
  return null
}

/** @param token of a string or a number */
function findValueFault(token: string): JsonFault | null {
  if (token.startsWith('"')) return hasHalf(readString(token)) ? 'half-character' : null
  return Number.isInteger(Number(token)) && !isWhole(token) ? 'rounded-number' : null
}

/**
 * Whether a text has half of a surrogate pair, which has no form in UTF-8, so that readers would hash different bytes. An
 * expression with `\p{Surrogate}` does not tell: Safari 16 finds it in whole pairs as well.
 */
function hasHalf(text: string): boolean {
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0xd800 && code <= 0xdfff
  })
}

/** @param token of a string, with its quotes */
function readString(token: string): string {
  return token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)
}

/** Whether a number has no fraction, as its digits say and not as a double holds them. */
function isWhole(token: string): boolean {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/0+$/, '')
  const trailing = whole.length + fraction.length - digits.length
  return digits === '' || fraction.length - trailing <= Number(exponent)
}
