import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { directionOf } from '#shared/languages.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { languageOf } from '../language-of.ts'

const STYLE =
  'body{margin:0 auto;max-width:40rem;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif;white-space:pre-line}' +
  ':root{color-scheme:light dark}'

/** What is stored and for how long, in the very words in which the bot answers `/privacy`. */
export function servePrivacy(app: Hono<HttpEnv>, { boot, privacyMarkup }: HttpDeps): void {
  app.get('/privacy', (c) => {
    const language = languageOf(c)
    return c.html(
      html`<!doctype html>
        <html lang="${language}" dir="${directionOf(language)}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${boot.appName}</title>
            <style>
              ${raw(STYLE)}
            </style>
          </head>
          <body>
            <main>${raw(privacyMarkup(language))}</main>
          </body>
        </html>`,
    )
  })
}
