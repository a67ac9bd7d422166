import { backlog } from './backlog.ts'
import { drain } from './drain.ts'
import { keyChange } from './key-change.ts'
import { lateDatabase } from './late-database.ts'
import { lostMachine } from './lost-machine.ts'
import { moveToPostgres, moveToSqlite } from './move.ts'
import { receiverOut } from './receiver-out.ts'
import { restore } from './restore.ts'
import { silentNetwork } from './silent-network.ts'
import type { Part } from './stage.ts'
import { throughput } from './throughput.ts'

/** In the order in which they run. */
export const PARTS: Readonly<Record<string, Part>> = {
  'lost-machine': lostMachine,
  'silent-network': silentNetwork,
  throughput,
  backlog,
  'late-database': lateDatabase,
  'receiver-out': receiverOut,
  restore,
  'key-change': keyChange,
  'move-to-postgres': moveToPostgres,
  'move-to-sqlite': moveToSqlite,
  drain,
}
