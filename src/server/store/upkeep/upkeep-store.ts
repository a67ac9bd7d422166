import type { SqlContext } from '../rows/transaction.ts'
import { createBotProfile } from './bot-profile.ts'
import { createKeyChange } from './key-change.ts'
import { createNameUpkeep } from './name-upkeep.ts'
import { createSetTimesBack } from './set-times-back.ts'
import { createSweep } from './sweep.ts'
import { createUpkeep } from './upkeep.ts'

/** The database's own state, the bot's profile, and the sweep of what is no longer needed. */
export function createUpkeepStore(context: SqlContext) {
  return {
    ...createUpkeep(context),
    ...createBotProfile(context),
    ...createKeyChange(context),
    ...createNameUpkeep(context),
    ...createSetTimesBack(context),
    ...createSweep(context),
  }
}
