import { type Config, parseConfig } from '#server/config/config.ts'
import type { Environment } from '#server/config/environment.ts'

/** @throws {Error} if the variables are no valid configuration, with what is wrong */
export function getConfig(environment: Environment): Config {
  const verdict = parseConfig(environment)
  if (verdict.ok) return verdict.config
  throw new Error(`the configuration of the test is wrong: ${JSON.stringify(verdict.bad)}`)
}
