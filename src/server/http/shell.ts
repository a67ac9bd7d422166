import { createHash } from 'node:crypto'
import type { Boot } from '#shared/boot.ts'
import { getDirection, type Language, LANGUAGES } from '#shared/languages.ts'
import { prepare, type Prepared } from './prepared.ts'
import type { FirstScreens, RenderFirstScreen } from '../builds/client-build.ts'

type ShellRoute = 'home' | 'connect' | 'other'

export type Shell = {
  page(language: Language, route: ShellRoute): Prepared
  /** `'sha256-…'` of every inline script in the template, for the Content-Security-Policy. */
  scriptHashes: string[]
}

type Options = {
  /** The built `index.html`. */
  template: string
  boot: Omit<Boot, 'language'>
  renderFirstScreen: RenderFirstScreen
  /** Paths of the modules to fetch along with the entry. */
  preloads: (language: Language) => string[]
  /** The same for the choice of a wallet. */
  chooserPreloads: (language: Language) => string[]
}

const MARKERS = [
  '<html lang="en" dir="ltr">',
  '<title>Clasp</title>',
  '<!--boot-->',
  '<!--first-screen-->',
  '<!--outside-->',
  '<!--chooser-->',
  '<!--waiting-->',
]

/**
 * Renders `index.html` once for each language, with the first screen in it, so that the first paint needs no script.
 *
 * @throws Error if the template has not every marker: a server whose shell has no first screen must not start
 */
export async function createShell(options: Options): Promise<Shell> {
  const { template, renderFirstScreen } = options
  const missing = MARKERS.filter((marker) => !template.includes(marker))
  if (missing.length > 0) throw new Error(`index.html has no ${missing.join(', ')}`)
  const pages = new Map<string, Prepared>()
  for (const language of LANGUAGES) {
    const boot: Boot = { ...options.boot, language }
    const { home, chooser, waiting, outside } = await renderFirstScreen(boot)
    const head = preload(options.preloads(language)) + bootElement(boot)
    const chooserHead = preload(options.chooserPreloads(language))
    const add = async (route: ShellRoute, screen: Pick<Filling, 'head' | 'first' | 'chooser'>) =>
      pages.set(
        `${language} ${route}`,
        await prepare(fill(template, { boot, outside, waiting, ...screen })),
      )
    await add('home', { head, first: home, chooser: chooserHead + chooser })
    await add('connect', { head: chooserHead + head, first: chooser, chooser: '' })
    await add('other', { head, first: waiting, chooser: '' })
  }
  return {
    scriptHashes: inlineScriptHashes(template),
    page(language, route) {
      const page = pages.get(`${language} ${route}`)
      if (!page) throw new Error(`no shell for ${language}`)
      return page
    },
  }
}

type Filling = Pick<FirstScreens, 'chooser' | 'outside' | 'waiting'> & {
  boot: Boot
  head: string
  /** The screen itself; the others are in templates. */
  first: string
}

function fill(template: string, { boot, head, first, outside, chooser, waiting }: Filling): string {
  const { language, appName } = boot
  const replacements: Record<string, string> = {
    '<html lang="en" dir="ltr">': `<html lang="${language}" dir="${getDirection(language)}">`,
    '<title>Clasp</title>': `<title>${escapeHtml(appName)}</title>`,
    '<!--boot-->': head,
    '<!--first-screen-->': first,
    '<!--outside-->': outside,
    '<!--chooser-->': chooser,
    '<!--waiting-->': waiting,
  }
  return Object.entries(replacements).reduce(
    (html, [marker, text]) => html.replace(marker, () => text),
    template,
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
