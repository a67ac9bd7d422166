import { commandLine } from '#server/config/command-line.ts'
import type { PageDeps } from '../ask.ts'
import { VERSION } from '#server/config/version.ts'
import { VERSION_HEADER } from '#server/http/routes/health.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'

/** Whether Clasp itself answers under PUBLIC_URL. */
export async function checkServer({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/healthz`)
  if (answer.kind === 'no-answer') {
    return failure(
      `Nothing answers under PUBLIC_URL (${answer.reason}).`,
      `Start Clasp (${commandLine('start')}), and look whether the proxy leads to its HOST and PORT.`,
    )
  }
  if (answer.status === 200 && Buffer.from(answer.body).toString() === 'ok') {
    return [
      ...ok('Clasp answers under PUBLIC_URL.'),
      ...compareVersions(answer.headers.get(VERSION_HEADER)),
    ]
  }
  return failure(
    `PUBLIC_URL/healthz answers with status ${answer.status}, and not as Clasp does.`,
    `Start Clasp (${commandLine('start')}), and let the proxy pass every path on, without pages of its own.`,
  )
}

/** @param running null where the server does not say it */
function compareVersions(running: string | null): Finding[] {
  if (running === VERSION) return ok(`Version ${VERSION} runs.`)
  return warning(
    `Version ${VERSION} is installed, and ${running ?? 'an older one'} runs.`,
    `Restart the server (${commandLine('start')}).`,
  )
}

/** Whether the running server can do its work. */
export async function checkReadiness({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/readyz`)
  if (answer.kind === 'answered' && answer.status === 200) return ok('The server is ready.')
  const text = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason
  return failure(
    `The server runs and is not ready (${text}).`,
    'Look in its log for the line "not ready".',
  )
}
