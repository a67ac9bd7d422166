import { randomBytes } from 'node:crypto'
import { type BadVariable, type Config, type Environment, parseConfig } from '#server/config.ts'

export type UsableConfig = {
  /** Bad variables are replaced: optional ones by their defaults, required ones by stand-ins. */
  config: Config
  bad: BadVariable[]
}

/**
 * A configuration even from bad variables, so that one of them hides no other fault. What needs a
 * bad variable must not be looked at.
 */
export function usableConfig(environment: Environment): UsableConfig {
  const verdict = parseConfig(environment)
  if (verdict.ok) return { config: verdict.config, bad: [] }
  const { bad } = verdict
  const standIns = createStandIns()
  const replaced = bad.map(({ name }): [string, string | undefined] => [name, standIns[name]])
  const second = parseConfig({ ...environment, ...Object.fromEntries(replaced) })
  if (!second.ok) throw new Error('a stand-in is refused')
  return { config: second.config, bad }
}

function createStandIns(): Environment {
  return {
    BOT_TOKEN: `00000:${'x'.repeat(35)}`,
    PUBLIC_URL: 'https://clasp.invalid',
    DATA_KEY: randomBytes(32).toString('hex'),
    EVM: 'off',
    TELEGRAM_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  }
}
