import { html, raw } from 'hono/html'
import { getDirection, type Language, LANGUAGES, OWN_NAMES } from '#shared/languages.ts'
import {
  LEGAL_KINDS,
  type LegalBlock,
  type LegalDocument,
  type LegalFacts,
  type LegalKind,
} from './legal-document.ts'
import { legalLanguage, writeLegalDocument } from './write-legal-document.ts'

/** Uses the browser's own colours for light and dark. */
const STYLE =
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}' +
  'body{margin:0 auto;max-width:40rem;padding:1.5rem 1.25rem 3rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'nav,footer{display:flex;flex-wrap:wrap;gap:0 1rem;font-size:.9rem}' +
  'nav a,footer a{min-inline-size:44px;padding-block:.7rem}' +
  'p>a{display:inline-block;padding-block:.7rem}' +
  'nav a[aria-current]{color:inherit;text-decoration:none}' +
  'h1{margin:1rem 0;font-size:1.7rem;line-height:1.25}' +
  'h2{margin:2rem 0 .5rem;font-size:1.2rem;line-height:1.3}' +
  'ul{padding-inline-start:1.25rem}' +
  'li+li{margin-top:.35rem}' +
  '.lead{font-size:1.1rem}'

type LegalPage = { kind: LegalKind; language: Language; facts: LegalFacts }

/** `/privacy` or `/terms` as a page without other resources. */
export function renderLegalPage({ kind, facts, ...page }: LegalPage) {
  const language = legalLanguage(kind, page.language)
  const document = writeLegalDocument(kind, facts, language)
  const others = LEGAL_KINDS.filter((other) => other !== kind)
  return html`<!doctype html>
    <html lang="${language}" dir="${getDirection(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.title} · ${facts.appName}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <nav>${LANGUAGES.map((other) => languageLink(kind, other, language))}</nav>
        <main>${renderDocument(document)}</main>
        <footer>${others.map((other) => documentLink(other, facts, language))}</footer>
      </body>
    </html>`
}

function languageLink(kind: LegalKind, language: Language, current: Language) {
  const mark = raw(language === current ? ' aria-current="page"' : '')
  return html`<a href="/${kind}?lang=${language}" lang="${language}" hreflang="${language}" ${mark}
    >${OWN_NAMES[language]}</a
  >`
}

function documentLink(kind: LegalKind, facts: LegalFacts, language: Language) {
  const { title } = writeLegalDocument(kind, facts, language)
  return html`<a href="/${kind}?lang=${language}">${title}</a>`
}

function renderDocument({ title, lead, sections }: LegalDocument) {
  return html`
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
    ${sections.map(
      ({ heading, blocks }) => html`
        <section>
          <h2>${heading}</h2>
          ${blocks.map(renderBlock)}
        </section>
      `,
    )}
  `
}

function renderBlock(block: LegalBlock) {
  if (typeof block === 'string') return html`<p>${block}</p>`
  if ('href' in block) return html`<p><a href="${block.href}">${block.text}</a></p>`
  return html`<ul>
    ${block.map((item) => html`<li>${item}</li>`)}
  </ul>`
}
