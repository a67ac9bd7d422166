import * as v from 'valibot'
import { SERVICE_NAMES } from '#server/chains/safe-service.ts'
import type { Config, SafeConfig } from '#server/config/config.ts'
import { type ProbeResult, type Probe, getJson } from '../ask.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'

type Deps = Pick<Config, 'evm' | 'safe'> & { ask: Probe }

/** An address that owns nothing. */
const NOBODY = '0x0000000000000000000000000000000000000001'
const OWN_SERVICE = 'api.safe.global'

const PageSchema = v.object({ results: v.array(v.unknown()) })

/** Runs the server's query for a member once, on one chain: the Safes of a key. */
export async function checkSafeService({ evm, safe, ask }: Deps): Promise<Finding[]> {
  if (evm.policy === 'off') return ok('EVM=off: Safes are not looked up.')
  if (safe === null) {
    return ok('Neither SAFE_API_URL nor SAFE_API_KEY is set: members give the address of a Safe.')
  }
  const [name] = evm.chains.flatMap(({ id }) => SERVICE_NAMES.get(id) ?? [])
  if (name === undefined) {
    return warning(
      'The Safe Transaction Service serves none of EVM_CHAINS.',
      'Leave SAFE_API_URL and SAFE_API_KEY out.',
    )
  }
  const url = `${safe.apiUrl}/${name}/api/v2/owners/${NOBODY}/safes/?limit=1`
  const headers: Record<string, string> =
    safe.apiKey === null ? {} : { authorization: `Bearer ${safe.apiKey}` }
  return judge(await ask(url, { headers }), safe)
}

function judge(answer: ProbeResult, { apiUrl, apiKey }: SafeConfig): Finding[] {
  const { host } = new URL(apiUrl)
  const where = `The Safe Transaction Service at ${host}`
  if (answer.kind === 'no-answer') {
    return failure(
      `${where} does not answer (${answer.reason}).`,
      'Check SAFE_API_URL, and what this machine may reach.',
    )
  }
  switch (answer.status) {
    case 200:
      return v.is(PageSchema, getJson(answer.body)) ? judgeKey(host, apiKey) : wrongUrl(where, 200)
    case 401:
    case 403:
      return failure(
        `${where} refuses SAFE_API_KEY.`,
        'Get a key at https://developer.safe.global, or leave SAFE_API_KEY out.',
      )
    case 429:
      return warning(
        `${where} rejects our requests as too frequent.`,
        'Set SAFE_API_KEY to a key with a higher rate.',
      )
    default:
      return wrongUrl(where, answer.status)
  }
}

function wrongUrl(where: string, status: number): Finding[] {
  return failure(
    `${where} answers with status ${status}, and with no list of Safes.`,
    'Check whether SAFE_API_URL is the part before the chain, such as https://api.safe.global/tx-service.',
  )
}

function judgeKey(host: string, apiKey: string | null): Finding[] {
  if (host !== OWN_SERVICE || apiKey !== null) return ok('The Safe Transaction Service answers.')
  return warning(
    'Without SAFE_API_KEY the Safe Transaction Service answers two requests a second and 5,000 a month.',
    'Get a key at https://developer.safe.global and set SAFE_API_KEY.',
  )
}
