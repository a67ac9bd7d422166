import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HttpListener, listen } from '#server/process/listen.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { ALICE, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { readWallets } from '../../../../docs/examples/read-wallets.ts'

const MAX_LINES = 20

let server: TestServer
let listener: HttpListener
let clasp: { url: string; key: string }
beforeEach(async () => {
  server = await startTestServer()
  listener = await listen(server.app, { host: '127.0.0.1', port: 0 })
  clasp = { url: `http://127.0.0.1:${listener.port}`, key: await server.newKey(['wallets:read']) }
})
afterEach(async () => {
  await listener.close()
  await server.close()
})

describe('the example of the host API', () => {
  test('the example says who it is', async () => {
    const { address } = await linkWallet(server, await server.signIn())
    expect(await readWallets(String(ALICE.id), clasp)).toEqual([
      {
        displayAddress: formatTonAddress(address, { network: '-239' }),
        level: 'key',
        primary: true,
      },
    ])
    expect(await readWallets('4242', clasp)).toEqual([])
  })

  test('the example says what to do when it is refused', async () => {
    const wrong = { ...clasp, key: 'clasp_wrong' }
    await expect(readWallets('1', wrong)).rejects.toThrow(/unknown or revoked.+npm run keys/)
  })

  test('the example is the code that was run here, in 20 lines at most', async () => {
    const code = await readFile('docs/examples/read-wallets.ts', 'utf8')
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES)
    const [firstLine = ''] = code.split('\n')
    const blocks = [
      ...(await readFile('docs/host-api.md', 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g),
    ]
    const shown = blocks.map(([, block = '']) => block).find((block) => block.startsWith(firstLine))
    expect(shown).toBe(code)
  })
})
