import { expect, test } from 'vitest'
import { type LegalGaps, readLegalText } from '#server/legal/read-legal-text.ts'

const CONTACT = { text: 'ada', href: 'mailto:ada@example.com' }

const GAPS: LegalGaps = {
  values: { name: 'Ada' },
  conditions: { evm: true, members: false },
  contact: CONTACT,
}

/** The blocks of a section with these lines. */
function readBlocks(lines: string[], gaps = GAPS) {
  return readLegalText(['Title', 'Lead', '## First', ...lines].join('\n'), gaps).sections[0]?.blocks
}

test('a text is a title, a lead and sections', () => {
  const text = 'Of {name}\nLead of {name}\n\n## First {name}\nOne\n\n## Second\n'
  expect(readLegalText(text, GAPS)).toEqual({
    title: 'Of Ada',
    lead: 'Lead of Ada',
    sections: [
      { heading: 'First Ada', blocks: ['One'] },
      { heading: 'Second', blocks: [] },
    ],
  })
})

test('items that follow each other are one list, and a paragraph ends it', () => {
  const blocks = readBlocks(['- a {name}', '', '- b', '{name}: {name}', '- c', '{contact}', '- d'])
  expect(blocks).toEqual([['a Ada', 'b'], 'Ada: Ada', ['c'], CONTACT, ['d']])
})

test('a line after a condition is there where that holds', () => {
  const blocks = readBlocks(['- a', '[evm] - b', '[members] - c', '[evm] d', '[members] {unknown}'])
  expect(blocks).toEqual([['a', 'b'], 'd'])
})

test('a value makes no structure', () => {
  for (const name of ['## x', '- x', '{contact}', '{name}', '[members] x', 'x\n## y', '$&', '']) {
    const gaps = { ...GAPS, values: { name } }
    expect(readBlocks(['{name}', '- {name}'], gaps)).toEqual([name, [name]])
  }
})

test.each([
  ['an unknown value', 'of {nobody}'],
  ['an unknown value in an item', '- of {nobody}'],
  ['a contact inside a line', 'write to {contact}'],
  ['an unknown condition', '[never] - a'],
])('%s is refused', (_, line) => {
  expect(() => readBlocks([line])).toThrow('which nothing gives')
})

test('a paragraph between lead and sections is refused', () => {
  expect(() => readLegalText('Title\nLead\nMore\n## First', GAPS)).toThrow(
    'before the first section',
  )
})
