import { randomBytes } from 'node:crypto'
import { RPC_VARIABLES } from '#server/config/variables.ts'
import type { BadVariable } from '#server/config/config-reader.ts'
import { type Config, parseConfig } from '#server/config/config.ts'
import type { Environment } from '#server/config/environment.ts'

export type UsableConfig = {
  /** Bad variables are replaced: optional ones by their defaults, required ones by stand-ins. */
  config: Config
  bad: BadVariable[]
}

/**
 * A configuration even from bad variables, so that one of them hides no other fault. A check that needs a bad variable
 * must be skipped.
 */
export function usableConfig(environment: Environment): UsableConfig {
  const verdict = parseConfig(environment)
  if (verdict.ok) return { config: verdict.config, bad: [] }
  const { bad } = verdict
  const standIns = createStandIns()
  const names = bad.map(({ name }) => name)
  // Keys follow the order of the URLs, so they are unusable without them.
  const keys = names.includes('TON_API_URL') ? ['TON_API_KEY'] : []
  const replaced = [...names, ...keys, ...chainsToForget(environment, bad)]
  const second = parseConfig({
    ...environment,
    ...Object.fromEntries(replaced.map((name) => [name, standIns[name]])),
  })
  if (!second.ok) throw new Error('a stand-in is refused')
  return { config: second.config, bad }
}

/** Chains and their nodes depend on each other: where one of these variables is bad, the defaults replace all. */
function chainsToForget(environment: Environment, bad: readonly BadVariable[]): string[] {
  return bad.some(({ name }) => isOfChains(name)) ? Object.keys(environment).filter(isOfChains) : []
}

function isOfChains(name: string): boolean {
  return name === 'EVM_CHAINS' || RPC_VARIABLES.isName(name)
}

function createStandIns(): Environment {
  return {
    BOT_TOKEN: `00000:${'x'.repeat(35)}`,
    PUBLIC_URL: 'https://clasp.invalid',
    DATA_KEY: randomBytes(32).toString('hex'),
    EVM: 'off',
    REOWN_PROJECT_ID: '0'.repeat(32),
    TELEGRAM_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  }
}
