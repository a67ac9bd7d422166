import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Finding } from './finding.ts'
import { makeTables } from './ready-proofs.ts'
import { type Stage, startServer } from './stage.ts'

const AWAY_MS = 8_000
/** The longest pause between two tries, in seconds. */
const LONGEST_PAUSE_S = 10

/** The server starts while its database does not run yet, as after a power cut. */
export async function lateDatabase(stage: Stage): Promise<Finding[]> {
  const databaseUrl = await stage.postgres.createDatabase('late_database')
  await makeTables(databaseUrl)
  await stage.postgres.goAway()
  const server = await startServer(stage, { DATABASE_URL: databaseUrl })
  await sleep(AWAY_MS)
  await stage.postgres.comeBack()
  const readyMs = await server.ready(60_000)
  return [
    atMost(`start: ready after the database came up ${AWAY_MS / 1_000} s later`, readyMs / 1_000, {
      aim: LONGEST_PAUSE_S,
      unit: 's',
    }),
  ]
}
