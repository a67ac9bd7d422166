import { describe, expect, test } from 'vitest'
import type { LegalFacts } from '#server/legal/legal-document.ts'
import { LEGAL_KINDS } from '#server/legal/legal-document.ts'
import { renderLegalPage } from '#server/legal/render-legal-page.ts'
import { writeLegalDocument } from '#server/legal/write-legal-document.ts'
import { type Language, LANGUAGES } from '#shared/languages.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const FACTS: LegalFacts = {
  appName: 'Harbour <Gate>',
  operator: { name: 'Harbour & Sons', contact: 'privacy@example.com' },
  retention: { attemptsMs: 3 * DAY_MS, eventsMs: 41 * DAY_MS, idleMembersMs: 117 * DAY_MS },
  botUrl: 'https://t.me/harbour_bot',
  evm: 'in-app',
  showsMembers: true,
}

async function render(page: Partial<Parameters<typeof renderLegalPage>[0]> = {}): Promise<string> {
  return String(await renderLegalPage({ kind: 'privacy', language: 'en', facts: FACTS, ...page }))
}

describe.each(LANGUAGES)('%s', (language) => {
  test('names the configured days of each retention', async () => {
    const text = await render({ language })
    const number = new Intl.NumberFormat(language)
    for (const days of [3, 41, 117]) {
      expect(text).toMatch(new RegExp(`(?<!\\p{Nd})${number.format(days)}(?!\\p{Nd})`, 'u'))
    }
    const others = await render({
      language,
      facts: {
        ...FACTS,
        retention: { attemptsMs: DAY_MS, eventsMs: 2 * DAY_MS, idleMembersMs: 9_999 * DAY_MS },
      },
    })
    expect(others).toContain(number.format(9_999))
    expect(others).not.toContain(number.format(117))
  })

  test.each(LEGAL_KINDS)('/%s names the operator and says everything that English says', (kind) => {
    const own = writeLegalDocument(kind, FACTS, language)
    const english = writeLegalDocument(kind, FACTS, 'en')
    expect(getShape(own)).toEqual(getShape(english))
    expect(JSON.stringify(own)).toContain('Harbour & Sons')
    expect(JSON.stringify(own)).toContain('mailto:privacy@example.com')
    expect(JSON.stringify(own)).toContain('/delete')
  })

  test.each(LEGAL_KINDS)('/%s mentions no EVM where it is off', async (kind) => {
    const text = await render({ kind, language, facts: { ...FACTS, evm: 'off' } })
    expect(text).not.toMatch(/evm|ethereum|reown|walletconnect/i)
  })

  test('/privacy names the carriers and the upstream services where EVM is offered', async () => {
    for (const evm of ['in-app', 'browser'] as const) {
      const text = await render({ language, facts: { ...FACTS, evm } })
      expect(text.match(/Reown/g)).toHaveLength(1)
      expect(text.match(/EVM/g)).toHaveLength(2)
    }
  })

  test('/privacy says of names in the admin view only where admins see them', async () => {
    const shown = await render({ language })
    const hidden = await render({ language, facts: { ...FACTS, showsMembers: false } })
    expect(countItems(hidden)).toBe(countItems(shown) - 2)
    expect(getShape(writeHidden(language))).toEqual(getShape(writeHidden('en')))
  })

  test.each(LEGAL_KINDS)(
    '/%s has one heading of the page and one for each section',
    async (kind) => {
      const text = await render({ kind, language })
      const { sections } = writeLegalDocument(kind, FACTS, language)
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text.match(/<h2>/g)).toHaveLength(sections.length)
      expect(text).toContain(`<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">`)
    },
  )
})

function countItems(page: string): number {
  return page.split('<li>').length - 1
}

function writeHidden(language: Language) {
  return writeLegalDocument('privacy', { ...FACTS, showsMembers: false }, language)
}

/** How many blocks of which kind each section has. */
function getShape({ sections }: ReturnType<typeof writeLegalDocument>): unknown {
  return sections.map(({ blocks }) =>
    blocks.map((block) => (Array.isArray(block) ? block.length : typeof block)),
  )
}

test('a language is not a copy of another', () => {
  for (const kind of LEGAL_KINDS) {
    const leads = LANGUAGES.map((language) => writeLegalDocument(kind, FACTS, language).lead)
    expect(new Set(leads).size).toBe(LANGUAGES.length)
  }
})

test('what admins see is in the page where they see it', async () => {
  const hidden = await render({ facts: { ...FACTS, showsMembers: false } })
  expect(await render()).toContain('The admins whom')
  expect(hidden).not.toContain('The admins whom')
  expect(hidden).not.toContain('an admin finds you')
})

test('an operator without a contact is reached through the bot', async () => {
  const text = await render({ facts: { ...FACTS, operator: { name: 'Ada', contact: null } } })
  expect(text).toContain('<a href="https://t.me/harbour_bot">')
})

test('a contact that is a link stays one', async () => {
  const contact = 'https://harbour.example/contact'
  const text = await render({ facts: { ...FACTS, operator: { name: 'Ada', contact } } })
  expect(text).toContain(`<a href="${contact}">`)
})

test("the operator's values cannot break out of the page", async () => {
  const text = await render({
    facts: {
      ...FACTS,
      operator: { name: '<script>alert(1)</script>', contact: 'a"onclick=x@b.c' },
    },
  })
  expect(text).not.toContain('<script')
  expect(text).not.toContain('Harbour <Gate>')
  expect(text).not.toContain('a"onclick')
})

test('both pages lead to each other and to the other languages', async () => {
  expect(await render({ kind: 'privacy', language: 'ru' })).toContain('href="/terms?lang=ru"')
  const terms = await render({ kind: 'terms', language: 'ru' })
  expect(terms).toContain('href="/privacy?lang=ru"')
  for (const language of LANGUAGES) expect(terms).toContain(`href="/terms?lang=${language}"`)
})
