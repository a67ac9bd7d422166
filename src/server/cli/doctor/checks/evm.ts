import * as v from 'valibot'
import type { Environment } from '#server/config.ts'
import { isLoopback } from '#server/is-loopback.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { type Ask, jsonOf } from '../ask.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'

type Deps = { evm: EvmPolicy; environment: Environment; ask: Ask }

/** EVM wallets: the policy, the project at Reown, and the nodes. */
export async function checkEvm({ evm, environment, ask }: Deps): Promise<Finding[]> {
  if (evm === 'off') return [ok("EVM=off follows Telegram's terms to the letter.")]
  const nodes = nodesOf(environment).map((node) => checkNode(node, ask))
  return [
    warning(`EVM=${evm}: this version links no EVM wallets yet.`, 'Set EVM=off until it does.'),
    ...checkProject(environment['REOWN_PROJECT_ID']),
    ...(await Promise.all(nodes)),
  ]
}

/** Whoever has a project already learns early that its id is mistyped; nobody needs one yet. */
function checkProject(id: string | undefined): Finding[] {
  if (id === undefined || id === '') return []
  if (/^[\da-f]{32}$/.test(id)) return [ok('REOWN_PROJECT_ID has the form of one.')]
  return [
    failure(
      'REOWN_PROJECT_ID is not 32 hex digits.',
      'Set it to the project id of the Reown dashboard.',
    ),
  ]
}

type Node = { chainId: string; url: string }

/** `EVM_RPC_<chain id>`, one or several URLs with commas. */
function nodesOf(environment: Environment): Node[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const [, chainId] = /^EVM_RPC_(\d+)$/.exec(name) ?? []
    if (chainId === undefined) return []
    return value.split(',').map((url) => ({ chainId, url: url.trim() }))
  })
}

/** Any address does: whether it has code is what every wallet check begins with. */
const NO_ACCOUNT = `0x${'0'.repeat(40)}`

async function checkNode({ chainId, url }: Node, ask: Ask): Promise<Finding> {
  if (!isNodeUrl(url)) {
    return failure(
      `EVM_RPC_${chainId} holds what is no https URL.`,
      'Set it to https URLs, with commas.',
    )
  }
  const where = `The node of chain ${chainId} at ${new URL(url).host}`
  const rpc = (method: string, params: string[]) => callNode(ask, { url, method, params })
  const id = await rpc('eth_chainId', [])
  if (id === null) return failure(`${where} does not answer eth_chainId.`, otherNode(chainId))
  if (!/^0x[\da-f]{1,16}$/i.test(id) || BigInt(id) !== BigInt(chainId)) {
    return failure(`${where} is on another chain.`, otherNode(chainId))
  }
  const code = await rpc('eth_getCode', [NO_ACCOUNT, 'latest'])
  if (code === null) return failure(`${where} does not answer eth_getCode.`, otherNode(chainId))
  return ok(`${where} answers eth_getCode.`)
}

function otherNode(chainId: string): string {
  return `Set EVM_RPC_${chainId} to the URL of a node of that chain.`
}

function isNodeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const AnswerSchema = v.object({ result: v.pipe(v.string(), v.startsWith('0x')) })

/** One JSON-RPC 2.0 call; null for anything but a result. */
async function callNode(
  ask: Ask,
  { url, method, params }: { url: string; method: string; params: string[] },
): Promise<string | null> {
  const answer = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (answer.kind === 'no-answer' || answer.status !== 200) return null
  const parsed = v.safeParse(AnswerSchema, jsonOf(answer.body))
  return parsed.success ? parsed.output.result : null
}
