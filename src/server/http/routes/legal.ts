import { LANGUAGES } from '#shared/languages.ts'
import { LEGAL_KINDS } from '../../legal/legal-document.ts'
import { renderLegalPage } from '../../legal/render-legal-page.ts'
import { writeNotices } from '../../legal/write-notices.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { createPreparedTexts, prepare, sendPrepared } from '../prepared.ts'
import { LANGUAGE_HEADERS, getLanguage } from '../request-language.ts'

/** How long a browser may cache pages that change only with a new version, in seconds. */
const NOTICES_MAX_AGE_S = 3_600

/**
 * `/privacy` and `/terms` in the reader's language, and `/notices` in the language of the licences. No session is
 * needed.
 */
export function serveLegal(app: HttpApp, { legal }: HttpDeps): void {
  const prepared = createPreparedTexts(LEGAL_KINDS.length * LANGUAGES.length + 1, prepare)
  for (const kind of LEGAL_KINDS) {
    app.get(`/${kind}`, async (c) => {
      const language = getLanguage(c)
      const page = await prepared(`${kind} ${language}`, () =>
        renderLegalPage({ kind, language, facts: legal }),
      )
      const type = 'text/html; charset=utf-8'
      return sendPrepared(c, page, { type, caching: 'no-cache', vary: LANGUAGE_HEADERS })
    })
  }
  app.get('/notices', async (c) => {
    const notices = await prepared('notices', () => writeNotices(legal.evm))
    const caching = `public, max-age=${NOTICES_MAX_AGE_S}`
    return sendPrepared(c, notices, { type: 'text/plain; charset=utf-8', caching })
  })
}
