export type ParsedJson =
  | { ok: true; value: unknown }
  | { ok: false; reason: 'not-json' | 'repeated-member' }

/** Parses JSON that every reader reads alike: it has no member twice. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    return hasRepeatedMember(text) ? { ok: false, reason: 'repeated-member' } : { ok: true, value }
  } catch {
    return { ok: false, reason: 'not-json' }
  }
}

/** Strings, and the signs that open, close and name; everything else in JSON has no part in it. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object has a member twice: `JSON.parse` takes the last one, where another reader takes the first.
 *
 * @param text valid JSON
 */
function hasRepeatedMember(text: string): boolean {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const name = String(JSON.parse(last))
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
    last = token
  }
  return false
}
