import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { writeNotices } from '#server/legal/write-notices.ts'
import { openTestServer } from '#tests/support/test-server.ts'

describe('the notices', () => {
  test("the notices start with Reown's copyright line and its whole licence", () => {
    const text = writeNotices('in-app')
    const licence = readFileSync('node_modules/@reown/appkit/LICENSE.md', 'utf8')
    expect(licence).toContain('“Portions © 2025 Reown, Inc. All Rights Reserved”')
    expect(text.split('\n')[0]).toBe('Portions © 2025 Reown, Inc. All Rights Reserved')
    expect(text).toContain(licence.trim())
    const own = readFileSync('node_modules/@walletconnect/universal-provider/LICENSE.md', 'utf8')
    expect(text).toContain(own.trim())
    expect(writeNotices('browser')).toBe(text)
  })

  test.each(['react', 'react-dom', 'nanostores', 'valibot', '@tonconnect/ui', 'uqr'])(
    'the notices name %s with its copyright line under every policy',
    (name) => {
      const file = name === 'valibot' ? 'LICENSE.md' : 'LICENSE'
      const licence = readFileSync(`node_modules/${name}/${file}`, 'utf8')
      const [copyright = ''] = /^ *Copyright (?:\(c\)|\d).*$/m.exec(licence) ?? []
      expect(copyright).not.toBe('')
      for (const policy of ['in-app', 'off'] as const) {
        expect(writeNotices(policy)).toContain(`* ${name} `)
        expect(writeNotices(policy)).toContain(copyright.trim())
      }
    },
  )

  test('the notices name every library that the page imports', () => {
    const text = writeNotices('in-app')
    const { dependencies } = readPackage()
    for (const name of dependencies.filter((name) => !SERVER_ONLY.has(name))) {
      expect(text).toContain(`* ${name} `)
    }
  })

  test('the notices mention no EVM where the policy is off', () => {
    expect(writeNotices('off')).not.toMatch(/evm|ethereum|walletconnect|reown|viem/i)
  })
})

test.each(['in-app', 'off'] as const)(
  '/notices shows the notices as text where EVM is %s',
  async (evm) => {
    const server = await openTestServer({ evm })
    const response = await server.app.request('/notices')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await response.text()).toBe(writeNotices(evm))
  },
)

/** Packages that only the server and the commands load. */
const SERVER_ONLY = new Set([
  '@clack/prompts',
  '@hono/node-server',
  '@valibot/to-json-schema',
  'grammy',
  'hono',
  'ipaddr.js',
  'kysely',
  'libsql',
  'pg',
  'pino',
  'prom-client',
  'standardwebhooks',
  'tiny-secp256k1',
])

function readPackage(): { dependencies: string[] } {
  const parsed: unknown = JSON.parse(readFileSync('package.json', 'utf8'))
  const { dependencies } = v.parse(
    v.object({ dependencies: v.record(v.string(), v.string()) }),
    parsed,
  )
  return { dependencies: Object.keys(dependencies) }
}
