import * as v from 'valibot'
import { isChainId } from '#server/chains/evm/json-rpc.ts'
import { PUBLIC_ENDPOINTS } from '#server/chains/evm/public-endpoints.ts'
import { probeCode, readProbe } from '#server/chains/evm/signature-probe.ts'
import type { EvmConfig } from '#server/config/evm-config.ts'
import { type Probe, getJson } from '../ask.ts'
import { failure, type Finding, ok, warning, skipped } from '../finding.ts'
import type { BadVariable } from '#server/config/config-reader.ts'

type EvmDeps = { evm: EvmConfig; bad: readonly BadVariable[] }
type EvmOffer = Extract<EvmConfig, { projectId: string }>

/** The operator's policy for EVM wallets, its meaning under Telegram's terms, and the settings that it needs. */
export function checkEvm({ evm, bad }: EvmDeps): Promise<Finding[]> {
  return Promise.resolve(
    evm.policy === 'off'
      ? ok("EVM=off follows Telegram's terms to the letter.")
      : [...warning(MEANING[evm.policy], FOLLOW_THE_TERMS), ...checkProject(bad)],
  )
}

const MEANING: Record<EvmOffer['policy'], string> = {
  'in-app':
    "EVM=in-app: EVM wallets connect inside the Mini App, where Telegram's terms for bot developers (§7) admit TON Connect only.",
  browser:
    "EVM=browser: EVM wallets connect in the member's browser; §7.4 of Telegram's terms for bot developers extends to sending members elsewhere.",
}

const FOLLOW_THE_TERMS = 'Set EVM=off to follow them to the letter; the choice is yours.'

/** Only a connecting wallet shows whether Reown knows the id. */
function checkProject(bad: readonly BadVariable[]): Finding[] {
  return bad.some(({ name }) => name === 'REOWN_PROJECT_ID')
    ? skipped('Not checked: REOWN_PROJECT_ID cannot be used.')
    : ok('REOWN_PROJECT_ID has the form of one.')
}

type Deps = { evm: EvmConfig; ask: Probe }

/** Whether every endpoint of every chain answers the queries that the checks of EVM signatures need. */
export async function checkEvmNodes({ evm, ask }: Deps): Promise<Finding[]> {
  if (evm.policy === 'off') return ok('EVM=off: no chain is asked.')
  const nodes = evm.chains.flatMap(({ id, rpcUrls }) =>
    rpcUrls.map((url) => checkNode({ chainId: id, url }, ask)),
  )
  return [...(await Promise.all(nodes)).flat(), ...checkPublic(evm.chains)]
}

type EvmNode = { chainId: number; url: string }

/** Any address works: without a contract there, a working node reports a refusal. */
const PROBED = {
  address: `0x${'0'.repeat(40)}`,
  hash: `0x${'0'.repeat(64)}`,
  signature: '0x',
}

/** Runs all queries in parallel, because public endpoints may take a second for each. */
async function checkNode({ chainId, url }: EvmNode, ask: Probe): Promise<Finding[]> {
  const where = `The node of chain ${chainId} at ${new URL(url).host}`
  const rpc = (method: string, params: unknown[]) =>
    callNode(ask, { url, method, params }, HexSchema)
  const [id, code, verdict, readsAtBlock] = await Promise.all([
    rpc('eth_chainId', []),
    rpc('eth_getCode', [PROBED.address, 'latest']),
    rpc('eth_call', [{ data: probeCode(PROBED) }, 'latest']),
    canReadAtBlock(ask, url),
  ])
  const fix = `Set EVM_RPC_${chainId} to URLs of nodes of that chain.`
  if (id === null) return failure(`${where} does not answer eth_chainId.`, fix)
  if (!isChainId(id, chainId)) return failure(`${where} is on another chain.`, fix)
  if (code === null) return failure(`${where} does not answer eth_getCode.`, fix)
  if (verdict === null || readProbe(verdict) === null) {
    return failure(
      `${where} runs no code that is not deployed, so contract accounts such as Safes cannot be verified.`,
      `Set EVM_RPC_${chainId} to nodes that answer eth_call without "to", with 6 million gas or more.`,
    )
  }
  if (!readsAtBlock)
    return warning(
      `${where} reads nothing at its latest block by the hash of it (EIP-1898), so contract accounts such as Safes cannot be verified.`,
      `Run this again: nodes behind one address may differ by a block. If it stays so, set EVM_RPC_${chainId} to other nodes.`,
    )
  return ok(`${where} answers all that signatures are checked with.`)
}

async function canReadAtBlock(ask: Probe, url: string): Promise<boolean> {
  const latest = { url, method: 'eth_getBlockByNumber', params: ['latest', false] }
  const block = await callNode(ask, latest, v.object({ hash: HexSchema }))
  const at = { blockHash: block?.hash, requireCanonical: true }
  const there = { url, method: 'eth_getCode', params: [PROBED.address, at] }
  return block !== null && (await callNode(ask, there, HexSchema)) !== null
}

const HexSchema = v.pipe(v.string(), v.startsWith('0x'))

/** One JSON-RPC 2.0 call; null for an answer without such a result. */
async function callNode<Schema extends v.GenericSchema>(
  ask: Probe,
  { url, method, params }: { url: string; method: string; params: unknown[] },
  resultSchema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  const answer = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (answer.kind === 'no-answer' || answer.status !== 200) return null
  const parsed = v.safeParse(v.object({ result: resultSchema }), getJson(answer.body))
  return parsed.success ? parsed.output.result : null
}

type ConfiguredChains = Extract<EvmConfig, { chains: unknown }>['chains']

function checkPublic(chains: ConfiguredChains): Finding[] {
  const open = chains.filter(({ id, rpcUrls }) =>
    rpcUrls.every((url) => PUBLIC_ENDPOINTS[id]?.includes(url)),
  )
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  return warning(
    `Only public endpoints, which promise nothing, are asked about ${ids.length === 1 ? 'chain' : 'chains'} ${ids.join(', ')}.`,
    `Get URLs from a provider of nodes and set ${ids.map((id) => `EVM_RPC_${id}`).join(', ')}.`,
  )
}
