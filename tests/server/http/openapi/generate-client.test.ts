// @module-tag full

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createOpenApi } from '#server/http/openapi/serve-open-api.ts'
import { HOST_OPERATIONS } from '#server/http/openapi/operations.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'
import { PUBLIC_URL } from '#tests/support/test-server.ts'

/** The generator needs an older compiler than ours, so npm fetches both for this test. */
const GENERATOR = ['--package', 'openapi-typescript@7.13.0', '--package', 'typescript@5.9.3']

test(
  'a client is generated from the OpenAPI document without warnings',
  { timeout: 300_000 },
  async () => {
    const directory = await makeTemporaryFolder('openapi')
    const [description, types] = [join(directory, 'openapi.json'), join(directory, 'types.ts')]
    const document = createOpenApi({ appName: 'Clasp', publicUrl: PUBLIC_URL })
    await writeFile(description, JSON.stringify(document))
    const args = ['--yes', ...GENERATOR, 'openapi-typescript', description, '--output', types]
    const { stdout, stderr } = await promisify(execFile)('npx', args)
    expect(`${stdout}${stderr}`).not.toMatch(/warn|error/i)
    const written = await readFile(types, 'utf8')
    for (const operation of [...Object.keys(HOST_OPERATIONS), 'receiveWalletLinked'])
      expect(written).toContain(`operations["${operation}"]`)
  },
)
