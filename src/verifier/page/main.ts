import { load as loadChecks } from 'virtual:messages/checks'
import { load as loadProof } from 'virtual:messages/proof'
import { load as loadVerifier } from 'virtual:messages/verifier'
import { MAX_PROOF_BYTES } from '#shared/limits.ts'
import { whenIdle } from '#client/when-idle.ts'
import { isolated } from '#client/i18n/format.ts'
import type { AskedStatus } from '#proof/proof-status.ts'
import type { Facts, Verdict } from '#proof/verdict.ts'
import {
  getDirection,
  type Language,
  LANGUAGES,
  OWN_NAMES,
  supportedLanguage,
} from '#shared/languages.ts'
import { get, make } from './elements.ts'
import type { NamedTrust } from './judge.ts'
import { inWords, showStatus, showVerdict, type Words } from './show-verdict.ts'
import './page.css'

/* The page on which a reader checks a proof. It asks nobody but the node that its reader names, and the site by a button. */

// Before Safari 16 there is none. Questions to the reader's node end by it.
if (!('timeout' in AbortSignal)) Object.assign(AbortSignal, { timeout: abortAfter })

const text = get('#text', HTMLTextAreaElement)
const file = get('#file', HTMLInputElement)
const node = get('#node', HTMLInputElement)
const key = get('#key', HTMLInputElement)

/** Its modules run at the first call, after the page's words are painted. */
const loadJudge = () => import('./judge.ts')

/** What was given to check. */
type GivenSource = Uint8Array | string | null

let given: GivenSource = null
let answer: Verdict | 'no-file' | null = null
let status: AskedStatus | null = null
let words: Words | null = null

function abortAfter(milliseconds: number): AbortSignal {
  const over = new AbortController()
  setTimeout(() => over.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
  return over.signal
}

function preferredLanguage(): Language {
  const supported = navigator.languages.map((tag) => supportedLanguage(tag))
  return supported.find((language) => language !== undefined) ?? LANGUAGES[0]
}

async function speak(language: Language): Promise<void> {
  const [proof, checks, page] = await Promise.all([
    loadProof(language),
    loadChecks(language),
    loadVerifier(language),
  ])
  words = { language, proof, checks, page }
  document.documentElement.lang = language
  document.documentElement.dir = getDirection(language)
  document.title = page.title
  const texts = new Map<string, unknown>(Object.entries(page))
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = String(texts.get(element.dataset['text'] ?? ''))
  for (const button of get('nav', HTMLElement).children)
    button.setAttribute('aria-pressed', String(button.getAttribute('lang') === language))
  show()
}

function show(): void {
  if (words === null) return
  const section = get('#answer', HTMLElement)
  const print = make('button', '', words.page.print)
  print.addEventListener('click', () => window.print())
  section.hidden = answer === null
  section.className = answer === null || answer === 'no-file' ? '' : answer.verdict
  if (answer === null) return
  const shown =
    answer === 'no-file' ? [make('p', '', words.page.noFile)] : showVerdict(answer, words)
  const asking = answer !== 'no-file' && 'facts' in answer ? offerStatus(answer.facts, words) : []
  section.replaceChildren(...shown, ...asking, print)
}

/** A button, which alone asks the site of the proof, and what the site has said. */
function offerStatus(facts: Facts, inWords: Words): Node[] {
  const said = make('p', 'status', status === null ? '' : showStatus(status, facts, inWords))
  const button = make('button', '', inWords.page.ask(isolated(facts.site.domain)))
  button.addEventListener('click', () => void ask(facts))
  return [make('p', 'note', inWords.page.askNote), button, said]
}

async function ask(facts: Facts): Promise<void> {
  const asked = answer
  get('.status', HTMLElement).textContent = '…'
  const { askSite } = await loadJudge()
  const found = await askSite(facts, fetch.bind(window))
  // Something else may have been given meanwhile.
  if (answer !== asked || words === null) return
  status = found
  // The rest stays as it is, so that the button keeps the focus.
  get('.status', HTMLElement).textContent = showStatus(found, facts, words)
}

async function check(source: GivenSource): Promise<void> {
  given = source
  const found = source === null ? null : await judgeNow(source)
  // Something else may have been given meanwhile.
  if (given !== source) return
  answer = found
  status = null
  show()
}

async function judgeNow(source: Uint8Array | string): Promise<Verdict> {
  const { judge } = await loadJudge()
  return judge(source, readNamed())
}

function readNamed(): NamedTrust {
  return { node: node.value.trim(), key: key.value.trim() }
}

/** No more of it than shows that it is too long. */
async function take(chosen: File): Promise<void> {
  const start = chosen.slice(0, MAX_PROOF_BYTES + 1)
  const bytes = await start.arrayBuffer().catch(() => null)
  text.value = ''
  if (bytes !== null) return check(new Uint8Array(bytes))
  given = null
  answer = 'no-file'
  show()
}

/** Takes files that are pasted or dropped, and texts that no field could show. */
function receive(event: Event, data: DataTransfer | null): void {
  const [chosen] = data?.files ?? []
  const pasted = data?.getData('text') ?? ''
  if (chosen === undefined && pasted.length <= MAX_PROOF_BYTES) return
  event.preventDefault()
  void (chosen === undefined ? check(pasted) : take(chosen))
}

/** Says which further trust cannot be given. @returns whether all can */
async function complain({ page }: Words): Promise<boolean> {
  const { isKey, isNode } = await loadJudge()
  const named = readNamed()
  const wrong = [
    ...(named.node === '' || isNode(named.node) ? [] : [page.badNode]),
    ...(named.key === '' || isKey(named.key) ? [] : [page.badKey]),
  ]
  get('#wrong', HTMLElement).textContent = wrong.join(' ')
  return wrong.length === 0
}

async function checkAgain(): Promise<void> {
  if (words !== null && (await complain(words))) await check(given)
}

function listen(): void {
  document.addEventListener('paste', (event) => receive(event, event.clipboardData))
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => receive(event, event.dataTransfer))
  text.addEventListener('input', () => void check(text.value.trim() === '' ? null : text.value))
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    // The same file may be chosen again after it has changed.
    if (chosen !== undefined) void take(chosen).finally(() => (file.value = ''))
  })
  get('form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    void checkAgain()
  })
}

function offerLanguages(): void {
  const buttons = LANGUAGES.map((language) => {
    const button = make('button', '', OWN_NAMES[language])
    button.lang = language
    button.addEventListener('click', () => void speak(language))
    return button
  })
  get('nav', HTMLElement).append(...buttons)
}

/** Does once what the first verdict needs: the verifier's code, and the browser's knowledge of the language. */
async function prepare(): Promise<void> {
  if (words !== null) inWords(words).time(0)
  const { prepareVerifier } = await loadJudge()
  prepareVerifier()
}

offerLanguages()
listen()
void speak(preferredLanguage())
whenIdle(() => void prepare())
