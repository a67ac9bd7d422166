import { formatCount, isolated } from '#client/i18n/format.ts'
import type { Check, CheckName } from '#proof/check.ts'
import type { AskedStatus } from '#proof/proof-status.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'
import type { Language } from '#shared/languages.ts'
import type { Messages } from '../../i18n/messages.ts'
import { writeStatus } from '../../i18n/write-status.ts'
import { ownersAddress, writeResult, writeVerdict, type Wording } from '../../i18n/write-verdict.ts'
import { make } from './elements.ts'

/** What the page says, in one language. */
export type Words = {
  language: Language
  proof: Messages['proof']
  checks: Messages['checks']
  page: Messages['verifier']
}

const MARKS = { passed: '✓', failed: '✕', open: '?' } as const

/** A verdict as elements: what follows from the document, then the checks. */
export function showVerdict(verdict: Verdict, words: Words): Node[] {
  const title = make('h2', '', words.page.verdicts[verdict.verdict])
  if (verdict.verdict === 'unreadable') {
    const at = verdict.at === undefined ? '' : `: ${isolated(verdict.at)}`
    return [title, make('p', '', words.checks.unreadable[verdict.reason] + at)]
  }
  const paragraphs = writeVerdict(verdict, inWords(words)).map(({ about, isWarning, sentences }) =>
    make('p', isWarning ? `${about} warning` : about, sentences.join(' ')),
  )
  return [
    title,
    ...paragraphs,
    ...('facts' in verdict ? [showName(verdict.facts.claim.wallet, words)] : []),
    make('h3', '', words.page.checks),
    make('ul', '', ...verdict.checks.map((check) => showCheck(check, words.checks))),
  ]
}

/** What the site of a proof said of its link. */
export function showStatus(asked: AskedStatus, facts: Facts, words: Words): string {
  return writeStatus(asked, facts, inWords(words))
}

/** How sentences name what they are about. */
export function inWords({ language, proof }: Words): Wording {
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    messages: proof,
    wallet: (name) => `\u2066${ownersAddress(name)}\u2069`,
    time: (seconds) => times.format(seconds * 1_000),
    count: (count) => formatCount(language, count),
    quote: isolated,
  }
}

/** The wallet as the document names it. */
function showName(name: string, { checks }: Words): HTMLElement {
  const shown = make('bdi', '', name)
  shown.dir = 'ltr'
  return make('p', 'note', `${checks.wallet} `, shown)
}

function showCheck(check: Check, messages: Messages['checks']): HTMLElement {
  const names: Record<CheckName, string> = messages.names
  const code = check.result === 'failed' ? `${check.check}: ${check.reason}` : check.check
  const note = make(
    'small',
    '',
    `${writeResult(check, messages)} · `,
    make('code', '', isolated(code)),
  )
  const meaning = make('div', '', names[check.check], make('br', ''), note)
  return make('li', check.result, make('span', '', MARKS[check.result]), meaning)
}
