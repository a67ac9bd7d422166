import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { deploySafeContracts } from '#demo/evm/safe.ts'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { listenHere } from '#tests/support/listen-here.ts'

type OwnersInput = Parameters<Awaited<ReturnType<typeof deploySafeContracts>>['create']>[0]

/** A chain at the other end of a long line. */
export type FarChain = {
  id: number
  url: string
  /** Address of its one Safe. */
  safe: string
  /** HTTP requests so far. */
  requests(): number
  /** Stops all answers. */
  silence(): void
  close(): Promise<void>
}

/** An anvil with Safe 1.4.1 at its published addresses and one Safe; each round trip takes `roundTripMs` more. */
export async function startFarChain(
  id: number,
  owners: OwnersInput,
  roundTripMs: number,
): Promise<FarChain> {
  const anvil = await startAnvil({ chainId: id })
  const safes = await deploySafeContracts(anvil)
  const { address } = await safes.create(owners)
  return { id, safe: address, ...(await startLine(anvil, roundTripMs)) }
}

async function startLine(
  anvil: Anvil,
  roundTripMs: number,
): Promise<Pick<FarChain, 'url' | 'requests' | 'silence' | 'close'>> {
  let count = 0
  let isSilent = false
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    if (isSilent) return
    const headers = { 'content-type': 'application/json' }
    const [answer] = await Promise.all([
      fetch(anvil.url, { method: 'POST', headers, body }),
      sleep(roundTripMs),
    ])
    response.writeHead(answer.status, headers).end(await answer.text())
  }
  const server = createServer((request, response) => {
    count += 1
    void pass(request, response)
  })
  const { url, close } = await listenHere(server)
  return {
    url,
    requests: () => count,
    silence: () => void (isSilent = true),
    async close() {
      await close()
      await anvil.close()
    },
  }
}
