import type { BadVariable } from '#server/config/bad-variables.ts'
import type { EvmConfig } from '#server/config/evm-config.ts'
import { type Finding, ok, skipped, warning } from '../finding.ts'

type Deps = { evm: EvmConfig; bad: readonly BadVariable[] }
type EvmOffer = Extract<EvmConfig, { projectId: string }>

/** The operator's policy for EVM wallets, its meaning under Telegram's terms, and the settings that it needs. */
export function checkEvm({ evm, bad }: Deps): Promise<Finding[]> {
  return Promise.resolve(
    evm.policy === 'off'
      ? [ok("EVM=off follows Telegram's terms to the letter.")]
      : [warning(MEANING[evm.policy], FOLLOW_THE_TERMS), checkProject(bad)],
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
function checkProject(bad: readonly BadVariable[]): Finding {
  return bad.some(({ name }) => name === 'REOWN_PROJECT_ID')
    ? skipped('Not checked: REOWN_PROJECT_ID cannot be used.')
    : ok('REOWN_PROJECT_ID has the form of one.')
}
