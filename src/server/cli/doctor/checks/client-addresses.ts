import { commandLine } from '#server/config/command-line.ts'
import { isLoopback } from '#shared/site.ts'
import { CALLER_HEADER } from '#server/http/routes/health.ts'
import type { PageDeps, Probe } from '../ask.ts'
import { failure, type Finding, ok, skipped, warning } from '../finding.ts'

/** Nobody's client has it: the address of a public resolver. */
const FORGED = '9.9.9.9'
const FIX =
  'See "Proxies" in docs/running.md: the proxy sets X-Forwarded-For, and TRUSTED_PROXIES names the proxy.'

/** Whether the limit by address knows the addresses of clients, and whether a client can choose its own. */
export async function checkClientAddresses({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  if (isLoopback(new URL(publicUrl).hostname))
    return ok('PUBLIC_URL is on this machine, so all clients share one rate.')
  const plain = await askWhoIsThis(ask, publicUrl, {})
  const forged = await askWhoIsThis(ask, publicUrl, { 'x-forwarded-for': FORGED })
  if (plain === null || forged === null)
    return skipped('The server did not say which address it counts requests against.')
  if (forged.address === FORGED) return judgeForged(plain, forged)
  if (forged.address === 'unknown')
    return warning('The server knows no client’s address, so all share one rate.', FIX)
  return ok('Requests count against the address of their client, which a client cannot choose.')
}

/** Where this machine itself counts as a proxy, what it forges is believed, and says nothing about others. */
function judgeForged(plain: SeenCaller, forged: SeenCaller): Finding[] {
  const isAppended = forged.hops > 1 && plain.address === 'unknown'
  return isAppended
    ? warning(
        'This machine counts as a proxy, so it cannot tell whether clients can choose their address.',
        `Run "${commandLine('doctor')}" on another machine.`,
      )
    : failure(
        'A client can choose the address that it is counted by, and use up the rate of any other.',
        FIX,
      )
}

type SeenCaller = { address: string; hops: number }

async function askWhoIsThis(
  ask: Probe,
  publicUrl: string,
  headers: Record<string, string>,
): Promise<SeenCaller | null> {
  const answer = await ask(`${publicUrl}/healthz`, { headers })
  const header = answer.kind === 'answered' ? answer.headers.get(CALLER_HEADER) : null
  const [, address, hops] = /^(\S+); hops=(\d+)$/u.exec(header ?? '') ?? []
  return address === undefined ? null : { address, hops: Number(hops) }
}
