import type { LegalDocument, LegalLink } from './legal-document.ts'

/** What a text leaves open. */
export type LegalGaps = {
  /** By the name that stands in braces. */
  values: Readonly<Record<string, string>>
  /** By the name that stands in square brackets. */
  conditions: Readonly<Record<string, boolean>>
  contact: LegalLink
}

type LegalSection = { heading: string; blocks: (string | string[] | LegalLink)[] }

const CONDITION = /^\[([^\]]*)\] */
const GAP = /\{([^}]*)\}/g
const HEADING = '## '
const ITEM = '- '
const CONTACT = '{contact}'

/**
 * The first line is the title, the second the lead. `## ` starts a section and `- ` an item of a list; `{contact}`
 * alone is the contact, and any other line a paragraph. A line after a condition, such as `[evm]`, is left out unless
 * that holds. Gaps are filled once the marks are read, so that no value makes structure.
 *
 * @throws for a value or a condition that is not given
 */
export function readLegalText(text: string, gaps: LegalGaps): LegalDocument {
  const [title = '', lead = '', ...lines] = text
    .split('\n')
    .filter((line) => line !== '' && isKept(line, gaps))
    .map((line) => line.replace(CONDITION, ''))
  const sections: LegalSection[] = []
  for (const line of lines) {
    const section = sections.at(-1)
    if (line.startsWith(HEADING)) {
      sections.push({ heading: fill(line.slice(HEADING.length), gaps), blocks: [] })
    } else if (section) addLine(section, line, gaps)
    else throw new Error(`a line before the first section: ${line}`)
  }
  return { title: fill(title, gaps), lead: fill(lead, gaps), sections }
}

function isKept(line: string, { conditions }: LegalGaps): boolean {
  const [, name] = CONDITION.exec(line) ?? []
  return name === undefined || getNamed(conditions, name)
}

function addLine({ blocks }: LegalSection, line: string, gaps: LegalGaps): void {
  if (line === CONTACT) {
    blocks.push(gaps.contact)
    return
  }
  if (!line.startsWith(ITEM)) {
    blocks.push(fill(line, gaps))
    return
  }
  const item = fill(line.slice(ITEM.length), gaps)
  const last = blocks.at(-1)
  if (Array.isArray(last)) last.push(item)
  else blocks.push([item])
}

function fill(line: string, { values }: LegalGaps): string {
  return line.replaceAll(GAP, (_, name: string) => getNamed(values, name))
}

function getNamed<Value>(named: Readonly<Record<string, Value>>, name: string): Value {
  const value = named[name]
  if (value === undefined) throw new Error(`a legal text names "${name}", which nothing gives`)
  return value
}
