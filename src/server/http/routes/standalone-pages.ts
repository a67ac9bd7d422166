import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import { REFERENCE_FILE, VERIFIER_FILE } from '../../builds/standalone-files.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { prepare, type Prepared, sendPrepared } from '../prepared.ts'
import { noRoute } from '../shared-problem.ts'

/** Where developers read the host API. */
const REFERENCE_PATH = '/reference'

const FILES: Readonly<Record<string, string>> = {
  [VERIFIER_PATH]: VERIFIER_FILE,
  [REFERENCE_PATH]: REFERENCE_FILE,
}

const POLICY = /http-equiv="Content-Security-Policy"\s+content="(?<policy>[^"]*)"/

type StandalonePage = { page: Prepared; policy: string }

/** The pages that stand apart from the app, each with its own policy as a header. No session is needed. */
export function serveStandalonePages(app: HttpApp, { findFile }: Pick<HttpDeps, 'findFile'>): void {
  for (const [path, name] of Object.entries(FILES)) {
    let opened: Promise<StandalonePage | null> | undefined
    app.get(path, async (c) => {
      const found = await (opened ??= openPage(name, findFile))
      if (found === null) return noRoute(c)
      c.header('content-security-policy', found.policy)
      return sendPrepared(c, found.page, { type: 'text/html; charset=utf-8', caching: 'no-cache' })
    })
  }
}

async function openPage(
  name: string,
  findFile: HttpDeps['findFile'],
): Promise<StandalonePage | null> {
  const file = await findFile(`/${name}`)
  if (file === null) return null
  const html = new TextDecoder().decode(file.identity)
  const policy = POLICY.exec(html)?.groups?.['policy']
  if (policy === undefined) throw new Error(`${name} has no policy of its own`)
  return { page: await prepare(html), policy: `${policy}; frame-ancestors 'none'` }
}
