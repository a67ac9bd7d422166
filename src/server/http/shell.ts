import { createHash } from 'node:crypto'
import type { Boot, TonWalletApp } from '#shared/boot.ts'
import type { DrawnLink } from '#shared/drawn-link.ts'
import { getDirection, type Language, LANGUAGES } from '#shared/languages.ts'
import { createPreparedTexts, prepare, prepareQuickly, type Prepared } from './prepared.ts'
import type { ClientFile } from '../builds/client-files.ts'
import type { ClientBuild, FirstScreens } from '../builds/client-build.ts'
import type { Log } from '../log/log.ts'

export type ShellRoute = 'home' | 'connect' | 'other'

export type Shell = {
  /** Draws the pages again if the list of wallets has changed. Never rejects: where they cannot be drawn, the former stay. */
  refresh(): Promise<void>
  page(language: Language, route: ShellRoute): Prepared
  /** The page with the picture of what a link leads to. */
  linkPage(language: Language, link: DrawnLink): Promise<ClientFile>
  /** The picture alone; null where it cannot be drawn. */
  drawLink(language: Language, link: DrawnLink): string | null
  /** `'sha256-…'` of every inline script in the template, for the Content-Security-Policy. */
  scriptHashes: string[]
}

type Options = Omit<ClientBuild, 'findFile'> & {
  boot: ServerBoot
  /** The listed wallets of this moment; another array when the list has changed. */
  tonWallets: () => TonWalletApp[]
  log: Pick<Log, 'error'>
}

/** What every page gets for as long as the server runs, in whatever language. */
export type ServerBoot = Omit<Boot, 'language' | 'tonWallets'>

/** How many pages with a picture stay prepared: of about 50 kB each. */
const LINK_PAGES = 200
/** Where the page has what a link leads to. */
const LINK = '<!--link-->'

/** What the page says without JavaScript, in each language. */
const WITHOUT_SCRIPT = /<p [^>]*lang="(\w+)"[^>]*>[^<]*<\/p>\s*/g

/** The app's scripts, as Vite writes them into the head. */
const MODULES = /<script type="module"[^>]*><\/script>\s*/g

const MARKERS = [
  '<html lang="en" dir="ltr">',
  '<title>Clasp</title>',
  '<!--boot-->',
  '<!--first-screen-->',
  '<!--outside-->',
  '<!--chooser-->',
  '<!--waiting-->',
  LINK,
]

/**
 * Renders `index.html` once for each language, with the first screen in it, so that the first paint needs no script, and
 * again when the list of wallets has changed: until those pages are ready, the former ones are served.
 *
 * @throws Error if the template has not every marker: a server whose shell has no first screen must not start
 */
export async function createShell(options: Options): Promise<Shell> {
  const { template, tonWallets, log } = options
  const missing = MARKERS.filter((marker) => !template.includes(marker))
  if (missing.length > 0) throw new Error(`index.html has no ${missing.join(', ')}`)
  let listed = tonWallets()
  let pages = await preparePages(options, listed)

  async function refresh(): Promise<void> {
    const wanted = tonWallets()
    if (wanted === listed) return
    listed = wanted
    try {
      const prepared = await preparePages(options, wanted)
      if (wanted === listed) pages = prepared
    } catch (error) {
      log.error({ error }, 'the pages cannot show the new list of wallets')
    }
  }

  return {
    refresh,
    scriptHashes: inlineScriptHashes(template),
    page: (...asked) => pages.page(...asked),
    linkPage: (...asked) => pages.linkPage(...asked),
    drawLink: (...asked) => pages.drawLink(...asked),
  }
}

type PreparedPages = Pick<Shell, 'page' | 'linkPage' | 'drawLink'>

/** The pages of every language with this list of wallets. */
async function preparePages(options: Options, tonWallets: TonWalletApp[]): Promise<PreparedPages> {
  const { template, renderFirstScreen } = options
  const pages = new Map<string, Prepared>()
  const frames = new Map<Language, LinkFrame>()
  for (const language of LANGUAGES) {
    const boot: Boot = { ...options.boot, tonWallets, language }
    const { home, chooser, waiting, outside } = await renderFirstScreen(boot)
    const messages = preload(options.preloads(language))
    const head = messages + bootElement(boot)
    // After the styles in the head, because before them they would hold up the first paint.
    const further = preload(options.chooserPreloads(language))
    const write = (screen: Pick<Filling, 'first' | 'chooser' | 'link'>) =>
      fill(template, { boot, head, outside, waiting, ...screen })
    const add = async (route: ShellRoute, html: string) =>
      pages.set(`${language} ${route}`, await prepare(html))
    await add('home', write({ first: home, chooser: further + chooser, link: '' }))
    await add('connect', write({ first: chooser, chooser: '', link: further }))
    await add('other', write({ first: waiting, chooser: '', link: '' }))
    const [before = '', after = ''] = write({ first: waiting, chooser: '', link: LINK }).split(LINK)
    const modules = [...before.matchAll(MODULES)].join('') + messages
    const bare = before.replace(MODULES, '').replace(messages, '')
    frames.set(language, { boot, before, bare, modules, after })
  }
  const prepared = createPreparedTexts(LINK_PAGES, prepareQuickly)

  return {
    page: (language, route) => find(pages, `${language} ${route}`),
    linkPage(language, drawn) {
      const { boot, before, bare, modules, after } = find(frames, language)
      return prepared(JSON.stringify([language, drawn]), () => {
        const further = preload(options.linkPreloads(language, drawn.kind))
        const picture = drawLink(boot, drawn, options)
        if (picture === null) return before + further + after
        return bare + putLink(drawn, picture) + putModules(modules + further) + after
      })
    },
    drawLink: (language, drawn) => drawLink(find(frames, language).boot, drawn, options),
  }
}

function find<Key extends string, Value>(of: ReadonlyMap<Key, Value>, key: Key): Value {
  const found = of.get(key)
  if (found === undefined) throw new Error(`no shell for ${key}`)
  return found
}

/** In a template, because only the page knows whether it is this launch's. */
function putLink({ path }: DrawnLink, picture: string): string {
  return `<template id="link" data-path="${path}">${picture}</template>`
}

/** In a template, because the page starts them after what it shows first: `early.ts`. */
function putModules(modules: string): string {
  return `<template id="modules">${modules}</template>`
}

function drawLink(
  boot: Boot,
  drawn: DrawnLink,
  { renderLink, log }: Pick<Options, 'renderLink' | 'log'>,
): string | null {
  try {
    return renderLink(boot, drawn)
  } catch (error) {
    log.error({ error }, 'what a link leads to cannot be drawn')
    return null
  }
}

/**
 * What is around the picture of a link: replacing a marker in a page would take longer than drawing the link. `bare` is `before`
 * without `modules`.
 */
type LinkFrame = Record<'before' | 'bare' | 'modules' | 'after', string> & { boot: Boot }

type Filling = Pick<FirstScreens, 'chooser' | 'outside' | 'waiting'> & {
  boot: Boot
  head: string
  /** The screen itself; the others are in templates. */
  first: string
  /** Where a link's picture stands on its page. */
  link: string
}

function fill(template: string, { boot, head, ...screen }: Filling): string {
  const { language, appName } = boot
  const replacements: Record<string, string> = {
    '<html lang="en" dir="ltr">': `<html lang="${language}" dir="${getDirection(language)}">`,
    '<title>Clasp</title>': `<title>${escapeHtml(appName)}</title>`,
    '<!--boot-->': head,
    '<!--first-screen-->': screen.first,
    '<!--outside-->': screen.outside,
    '<!--chooser-->': screen.chooser,
    '<!--waiting-->': screen.waiting,
    [LINK]: screen.link,
  }
  return Object.entries(replacements).reduce(
    (html, [marker, text]) => html.replace(marker, () => text),
    template.replace(WITHOUT_SCRIPT, (text, of: string) => (of === language ? text : '')),
  )
}

/** The data that the page reads before any call. */
function bootElement(boot: Boot): string {
  return `<script id="boot" type="application/json">${escapeJson(boot)}</script>`
}

/** The modules that the page requests first. */
function preload(paths: string[]): string {
  return paths.map((path) => `<link rel="modulepreload" href="${path}">`).join('')
}

/** Escapes `<`, so that no text in the JSON can close the script element. */
function escapeJson(value: Boot): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** `'sha256-…'` of every inline script of a page, for its Content-Security-Policy. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
}
