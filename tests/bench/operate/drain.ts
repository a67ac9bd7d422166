import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from '../undoing.ts'
import { atMost, note } from './finding.ts'
import { type OperatePart, startServer } from './stage.ts'

const CONNECTIONS = 120
const PAUSE_MS = 200

type DrainOutcome = 'answered' | 'asked to close' | 'cut'

/** Stops a server while many keep-alive connections are in use. */
export const drain: OperatePart = async ({ postgres }) => {
  const server = await startServer({ DATABASE_URL: await postgres.createDatabase('drain') })
  const agents = Array.from(
    { length: CONNECTIONS },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  )
  after(() => agents.forEach((agent) => agent.destroy()))
  const counts: Record<DrainOutcome, number> = { answered: 0, 'asked to close': 0, cut: 0 }
  const clients = agents.map((agent) => askUntilTold(`${server.url}/healthz`, agent, counts))
  await sleep(2_000)
  const reportedAt = performance.now()
  const code = await server.stop()
  const stoppedMs = performance.now() - reportedAt
  await Promise.all(clients)
  if (code !== 0) throw new Error(`the server stopped with code ${code}`)
  return [
    atMost(`SIGTERM: of ${CONNECTIONS} connections kept alive, cut off`, counts.cut, {
      aim: 0,
      unit: '',
    }),
    note('SIGTERM: connections answered and asked to close', String(counts['asked to close'])),
    atMost('SIGTERM: ended in order after', stoppedMs / 1_000, { aim: 10, unit: 's' }),
  ]
}

/** Asks on one connection until the server hangs up, or asks for that. */
async function askUntilTold(
  url: string,
  agent: Agent,
  counts: Record<DrainOutcome, number>,
): Promise<void> {
  for (let outcome: DrainOutcome = 'answered'; outcome === 'answered';) {
    outcome = await ask(url, agent)
    counts[outcome] += 1
    await sleep(PAUSE_MS)
  }
}

function ask(url: string, agent: Agent): Promise<DrainOutcome> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      const isSaved = response.headers.connection === 'close'
      response.once('error', () => resolve('cut'))
      response.resume().once('end', () => resolve(isSaved ? 'asked to close' : 'answered'))
    }).once('error', () => resolve('cut'))
  })
}
