import type { Entity } from './snapshot.ts'

export type FormattedText = { text: string; entities: Entity[] }
export type ParsedFormatting = ({ ok: true } & FormattedText) | { ok: false; description: string }

type PlainType = Exclude<Entity['type'], 'text_link'>

/** Tags of https://core.telegram.org/bots/api#html-style and the entity each makes. */
const TAGS = new Map<string, PlainType>([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['del', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['tg-spoiler', 'spoiler'],
  ['code', 'code'],
  ['pre', 'pre'],
  ['blockquote', 'blockquote'],
])
const ESCAPES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
])
const TOKEN = /<(?<close>\/?)(?<tag>[a-z-]+)(?<attributes>[^>]*)>|&(?<escape>#?\w+);|</gi
const HREF = /^\s+href="(?<href>[^"]*)"$/i

/** What every client finds in a text automatically. */
const DETECTED: readonly { type: PlainType; pattern: RegExp }[] = [
  { type: 'bot_command', pattern: /(?<=^|\s)\/[a-z0-9_]{1,32}(?:@\w+)?(?=[\s.,:;!?)]|$)/gi },
  { type: 'url', pattern: /(?<=^|\s)https?:\/\/[^\s]+/g },
]

/** A text without markup, as a person types it. */
export function formatPlainText(text: string): FormattedText {
  return { text, entities: withDetected(text, []) }
}

/** `parse_mode: 'HTML'`, with the refusals that the Bot API gives. */
export function parseHtml(html: string): ParsedFormatting {
  const reader = createReader()
  let position = 0
  for (const match of html.matchAll(TOKEN)) {
    reader.text += html.slice(position, match.index)
    position = match.index + match[0].length
    const problem = readToken(reader, match)
    if (problem !== null) return refuse(`${problem} at byte offset ${match.index}`)
  }
  const unclosed = reader.open.at(-1)
  if (unclosed !== undefined) {
    return refuse(`Can't find end tag corresponding to start tag ${unclosed.tag}`)
  }
  const text = reader.text + html.slice(position)
  return { ok: true, text, entities: withDetected(text, reader.entities) }
}

type OpenTag = { tag: string; offset: number; url: string | null }
type TextReader = { text: string; open: OpenTag[]; entities: Entity[] }

function createReader(): TextReader {
  return { text: '', open: [], entities: [] }
}

/** Takes one tag or escape in; the problem with it, or null. */
function readToken(reader: TextReader, match: RegExpExecArray): string | null {
  const escape = match.groups?.['escape']
  if (escape === undefined) return readTag(reader, match.groups ?? {})
  reader.text += unescape(escape) ?? match[0]
  return null
}

function readTag(reader: TextReader, groups: Record<string, string | undefined>): string | null {
  const tag = groups['tag']?.toLowerCase() ?? ''
  if (!(TAGS.has(tag) || tag === 'a')) return `Unsupported start tag "${tag}"`
  if (groups['close'] === '/') return closeTag(reader, tag)
  const url = HREF.exec(groups['attributes'] ?? '')?.groups?.['href'] ?? null
  reader.open.push({ tag, offset: reader.text.length, url })
  return null
}

function closeTag(reader: TextReader, tag: string): string | null {
  const start = reader.open.pop()
  if (start?.tag !== tag) return `Unmatched end tag "</${tag}>"`
  const place = { offset: start.offset, length: reader.text.length - start.offset }
  const type = TAGS.get(tag)
  if (place.length === 0) return null
  if (type !== undefined) reader.entities.push({ type, ...place })
  else if (start.url !== null) reader.entities.push({ type: 'text_link', ...place, url: start.url })
  return null
}

function unescape(name: string): string | undefined {
  if (!name.startsWith('#')) return ESCAPES.get(name)
  const code = Number(name.replace('#x', '0x').replace('#', ''))
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Adds commands and addresses where no markup says otherwise. */
function withDetected(text: string, marked: readonly Entity[]): Entity[] {
  const found = DETECTED.flatMap(({ type, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      type,
      offset: match.index,
      length: match[0].length,
    })),
  ).filter((entity) => !marked.some((mark) => isExclusive(mark) && overlaps(mark, entity)))
  return [...marked, ...found].sort((a, b) => a.offset - b.offset || b.length - a.length)
}

function isExclusive(entity: Entity): boolean {
  return entity.type === 'code' || entity.type === 'pre' || entity.type === 'text_link'
}

function overlaps(a: Entity, b: Entity): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length
}

function refuse(reason: string): ParsedFormatting {
  return { ok: false, description: `Bad Request: can't parse entities: ${reason}` }
}
