import type { Hono } from 'hono'
import { LEGAL_KINDS } from '../../legal/legal-document.ts'
import { renderLegalPage } from '../../legal/render-legal-page.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { languageOf } from '../language-of.ts'

/** `/privacy` and `/terms`, for anybody, in the reader's language. */
export function serveLegal(app: Hono<HttpEnv>, { legal }: HttpDeps): void {
  for (const kind of LEGAL_KINDS) {
    app.get(`/${kind}`, (c) => {
      c.header('cache-control', 'no-cache')
      c.header('vary', 'accept-language')
      return c.html(renderLegalPage({ kind, language: languageOf(c), facts: legal }))
    })
  }
}
