import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkKeysApart } from '#server/cli/doctor/checks/keys-apart.ts'
import { lines, fixes } from '#tests/support/doctor-site.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const PUBLIC_URL = 'https://app.example.com'
const LOCAL_URL = 'http://127.0.0.1:3000'

async function folder(): Promise<string> {
  const directory = await makeTemporaryFolder('doctor')
  await mkdir(join(directory, 'data'))
  await writeFile(join(directory, '.env'), 'EVM=off\nDATA_KEY=0123456789abcdef\n')
  await writeFile(join(directory, '.env.example'), 'DATA_KEY=\n')
  return directory
}

test('a database in a folder of its own is apart from the key', async () => {
  const directory = await folder()
  const deps = { databaseUrl: 'file:./data/clasp.db', publicUrl: PUBLIC_URL, directory }
  expect(await checkKeysApart(deps)).toMatchObject([{ status: 'ok' }])
})

test('a database on a server is apart from the key', async () => {
  const databaseUrl = 'postgres://clasp:pw@127.0.0.1/clasp'
  const deps = { databaseUrl, publicUrl: PUBLIC_URL, directory: await folder() }
  expect(await checkKeysApart(deps)).toMatchObject([{ status: 'ok' }])
})

test('a database beside .env is a failure on a public origin, and a warning at home', async () => {
  const directory = await folder()
  const databaseUrl = 'file:./clasp.db'
  const inPublic = await checkKeysApart({ databaseUrl, publicUrl: PUBLIC_URL, directory })
  expect(inPublic).toMatchObject([{ status: 'failure' }])
  expect(fixes(inPublic)[0]).toContain('DATABASE_URL=file:./data/clasp.db')
  const atHome = await checkKeysApart({ databaseUrl, publicUrl: LOCAL_URL, directory })
  expect(atHome).toMatchObject([{ status: 'warning' }])
  expect(JSON.stringify([inPublic, atHome])).not.toContain('0123456789abcdef')
})

test('a database in a folder above .env is a failure, because its copy takes the key along', async () => {
  const directory = await folder()
  const deps = { databaseUrl: 'file:../clasp.db', publicUrl: PUBLIC_URL, directory }
  expect(await checkKeysApart(deps)).toMatchObject([{ status: 'failure' }])
})

test('the doctor finds a second copy of the key beside the database', async () => {
  const directory = await folder()
  await writeFile(join(directory, 'data', 'production.env'), 'export DATA_KEY="0123456789abcdef"\n')
  const deps = { databaseUrl: 'file:./data/clasp.db', publicUrl: PUBLIC_URL, directory }
  expect(lines(await checkKeysApart(deps))[0]).toMatch(/^failure: .*production\.env/)
})

test('a link to the folder of .env does not hide that it is the same', async () => {
  const directory = await folder()
  await symlink(directory, join(directory, 'data', 'elsewhere'))
  const databaseUrl = 'file:./data/elsewhere/clasp.db'
  expect(await checkKeysApart({ databaseUrl, publicUrl: PUBLIC_URL, directory })).toMatchObject([
    { status: 'failure' },
  ])
})
