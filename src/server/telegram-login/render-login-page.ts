import { html, raw } from 'hono/html'
import type { Boot } from '#shared/boot.ts'
import { getDirection, type Language } from '#shared/languages.ts'
import { BOT_MESSAGES } from '../../i18n/bot-messages.ts'
import type { LoginResult } from './login-result.ts'

/** Uses the browser's own colours for light and dark. */
const STYLE =
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}' +
  'body{margin:0 auto;max-width:26rem;padding:3rem 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}' +
  'h1{margin:1.25rem 0 .75rem;font-size:1.5rem;line-height:1.3}' +
  'p{margin:0 0 2rem}' +
  'svg{inline-size:4.5rem;block-size:4.5rem}' +
  '.button{display:block;padding:.9rem 1rem;border-radius:.75rem;background:#2075b8;color:#fff;font-weight:600;text-decoration:none}' +
  '.button:focus-visible{outline:3px solid;outline-offset:3px}'

const MARKS = {
  done: { color: '#2c9b46', path: 'M15 24.5l6 6 12-13' },
  not: { color: '#b8651b', path: 'M24 14v13M24 33.5v.1' },
}

type LoginPage = {
  result: LoginResult
  /** Back into Telegram. */
  link: string
  boot: Pick<Boot, 'appName'>
  language: Language
}

/** What a login came to, and the one way on: a page without other resources. */
export function renderLoginPage({ result, link, boot, language }: LoginPage) {
  const messages = BOT_MESSAGES.get(language)?.login
  const mark = result === 'signed' ? MARKS.done : MARKS.not
  return html`<!doctype html>
    <html lang="${language}" dir="${getDirection(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${boot.appName}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <svg
            viewBox="0 0 48 48"
            fill="none"
            stroke="#fff"
            stroke-width="3.5"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
          >
            <circle cx="24" cy="24" r="24" fill="${mark.color}" stroke="none" />
            <path d="${mark.path}" />
          </svg>
          <h1>${result === 'signed' ? messages?.done : messages?.failed}</h1>
          <p>${messages?.results[result]}</p>
          <a class="button" href="${link}"
            >${result === 'unsigned' ? messages?.launch : messages?.back}</a
          >
        </main>
      </body>
    </html>`
}
