import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { createPublicClient, http } from 'viem'
import { anvilBinary, type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { freePort } from '#tests/support/free-port.ts'

const running: Anvil[] = []

async function start(options: Parameters<typeof startAnvil>[0]): Promise<Anvil> {
  const anvil = await startAnvil(options)
  running.push(anvil)
  return anvil
}

const chainIdAt = (url: string) =>
  createPublicClient({ transport: http(url, { retryCount: 0 }) }).getChainId()

describe('anvil', () => {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((anvil) => anvil.close()))
  })

  test('answers as the requested chain, also when several chains run', async () => {
    const [ethereum, base] = await Promise.all([start({ chainId: 1 }), start({ chainId: 8453 })])
    expect(new URL(ethereum.url).hostname).toBe('127.0.0.1')
    expect(await chainIdAt(ethereum.url)).toBe(1)
    expect(await chainIdAt(base.url)).toBe(8453)
  })

  test('listens on the given port', async () => {
    const port = await freePort()
    expect((await start({ chainId: 1, port })).url).toBe(`http://127.0.0.1:${port}`)
  })

  test('reports the cause when it cannot start', async () => {
    const { url } = await start({ chainId: 1 })
    await expect(start({ chainId: 1, port: Number(new URL(url).port) })).rejects.toThrow(
      /anvil ended.*in use/is,
    )
  })

  test('stops the process when it is closed', async () => {
    const anvil = await start({ chainId: 1 })
    await anvil.close()
    await anvil.close()
    await expect(chainIdAt(anvil.url)).rejects.toThrow('HTTP request failed')
  })

  test('stops when the process that started it is killed', async () => {
    const script = `
      import { startAnvil } from '#demo/evm/anvil.ts'
      process.stdout.write((await startAnvil({ chainId: 1 })).url + '\\n')
    `
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const url = String(await once(child.stdout, 'data')).trim()
    expect(await chainIdAt(url)).toBe(1)
    child.kill('SIGKILL')
    await expect
      .poll(
        () =>
          chainIdAt(url).then(
            () => 'running',
            () => 'gone',
          ),
        { timeout: 10_000 },
      )
      .toBe('gone')
  }, 30_000)

  test('names the missing package', () => {
    expect(() => anvilBinary({ platform: 'plan9', arch: 'x64' })).toThrow(
      '@foundry-rs/anvil-plan9-amd64 is not installed',
    )
  })
})
