import { MASTERCHAIN_PATH, readNetwork } from '#server/chains/toncenter/read-network.ts'
import type { Config } from '#server/config/config.ts'
import type { TonApiConfig } from '#server/config/ton-config.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { type ProbeResult, type Probe, getJson } from '../ask.ts'
import { failure, type Finding, okUnless, warning } from '../finding.ts'

type Deps = { ton: Config['ton']; ask: Probe }

const MAINNET = '-239'
const NAMES: Record<TonNetwork, string> = { '-239': 'mainnet', '-3': 'testnet' }

/** Whether every API answers, and for which network. */
export async function checkTonApi({ ton, ask }: Deps): Promise<Finding[]> {
  const apis = await Promise.all(ton.apis.map((api) => checkApi(api, ton.network, ask)))
  return [...apis.flat(), ...checkSecond(ton)]
}

/**
 * Runs only one query, because without a key a second one within the second is refused.
 *
 * @see https://toncenter.com/api/v2/
 */
async function checkApi(
  { url, apiKey }: TonApiConfig,
  wanted: TonNetwork,
  ask: Probe,
): Promise<Finding[]> {
  const { host } = new URL(url)
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  const answer = await ask(`${url}${MASTERCHAIN_PATH}`, { headers })
  const faults = checkAnswer(answer, host)
  if (faults.length > 0) return faults
  const network = answer.kind === 'no-answer' ? null : readNetwork(getJson(answer.body))
  if (network !== null && network !== wanted) return otherNetwork(host, { network, wanted })
  const reported = network === null ? 'does not say its network' : `is on ${NAMES[network]}`
  const slow = wanted === MAINNET && apiKey === null && !hasPath(url)
  return okUnless(slow ? lacksKey(host) : [], `The TON API at ${host} answers and ${reported}.`)
}

function checkAnswer(answer: ProbeResult, host: string): Finding[] {
  if (answer.kind === 'no-answer') {
    return failure(
      `The TON API at ${host} does not answer (${answer.reason}).`,
      'Check TON_API_URL, and what this machine may reach.',
    )
  }
  switch (answer.status) {
    case 200:
      return []
    case 401:
    case 403:
      return failure(
        `The TON API at ${host} refuses TON_API_KEY.`,
        'Get a key for this network from its operator.',
      )
    case 429:
      return warning(
        `The TON API at ${host} rejects our requests as too frequent.`,
        'Set TON_API_KEY to a key with a higher rate.',
      )
    default:
      return failure(
        `The TON API at ${host} answers with status ${answer.status}.`,
        'Check whether its URL in TON_API_URL is the base of a toncenter API, without /api/v2.',
      )
  }
}

function otherNetwork(
  host: string,
  { network, wanted }: { network: TonNetwork; wanted: TonNetwork },
): Finding[] {
  return failure(
    `The TON API at ${host} is on ${NAMES[network]}, TON_NETWORK is ${NAMES[wanted]}.`,
    'Set TON_NETWORK and TON_API_URL to the same network.',
  )
}

/** Some providers take the key there. */
function hasPath(url: string): boolean {
  return new URL(url).pathname !== '/'
}

function lacksKey(host: string): Finding[] {
  return warning(
    `Without a key in TON_API_KEY the TON API at ${host} answers one request a second.`,
    'Get a key from the operator of the API and set TON_API_KEY.',
  )
}

function checkSecond({ network, apis }: Config['ton']): Finding[] {
  if (network !== MAINNET || apis.length > 1) return []
  return warning(
    'Only one TON API is asked, so wallets whose key it alone reports are linked with that said, and never moved by a signature.',
    'Add to TON_API_URL the API of another operator.',
  )
}
