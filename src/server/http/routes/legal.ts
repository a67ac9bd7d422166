import type { Hono } from 'hono'
import { LEGAL_KINDS } from '../../legal/legal-document.ts'
import { renderLegalPage } from '../../legal/render-legal-page.ts'
import { writeNotices } from '../../legal/write-notices.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { LANGUAGE_HEADERS, getLanguage } from '../request-language.ts'

/** How long a browser may cache pages that change only with a new version, in seconds. */
const NOTICES_MAX_AGE_S = 3_600

/**
 * `/privacy` and `/terms` in the reader's language, and `/notices` in the language of the licences. No session is
 * needed.
 */
export function serveLegal(app: Hono<HttpEnv>, { legal }: HttpDeps): void {
  for (const kind of LEGAL_KINDS) {
    app.get(`/${kind}`, (c) => {
      c.header('cache-control', 'no-cache')
      c.header('vary', LANGUAGE_HEADERS)
      return c.html(renderLegalPage({ kind, language: getLanguage(c), facts: legal }))
    })
  }
  let notices: string | undefined
  app.get('/notices', (c) => {
    c.header('cache-control', `public, max-age=${NOTICES_MAX_AGE_S}`)
    notices ??= writeNotices(legal.evm)
    return c.text(notices)
  })
}
