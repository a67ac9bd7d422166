import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkEnvFile } from '#server/cli/doctor/checks/env-file.ts'
import { lines } from '#tests/support/doctor-site.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

async function folderWith(text: string | null, mode = 0o600): Promise<string> {
  const directory = await makeTemporaryFolder('doctor')
  if (text !== null) await writeFile(join(directory, '.env'), text)
  if (text !== null) await chmod(join(directory, '.env'), mode)
  return directory
}

test('a file that only its owner can open, with names that are ours, is well', async () => {
  const text = 'BOT_TOKEN=x\nEVM=off\nEVM_RPC_1=https://node.example\n'
  const directory = await folderWith(text)
  expect(lines(await checkEnvFile(directory))).toEqual(['ok: Only its owner can read .env.'])
})

test('the doctor accepts that there is no file, because a deployment may set the variables itself', async () => {
  const directory = await folderWith(null)
  expect(lines(await checkEnvFile(directory))[0]).toMatch(/^ok: There is no \.env/)
})

test('a file that other users can read is a warning', async () => {
  const directory = await folderWith('EVM=off\n', 0o640)
  const [finding] = await checkEnvFile(directory)
  expect(finding).toMatchObject({ status: 'warning', fix: 'Run: chmod 600 .env' })
})

test.each([
  ['BOT_TOKN', 'BOT_TOKEN'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['WEBHOOK_SIGNING_SECRETS', 'WEBHOOK_SIGNING_SECRET'],
  ['data_key', 'DATA_KEY'],
  ['EVN', 'EVM'],
])('the doctor finds that the slip %s means %s', async (slip, meant) => {
  const directory = await folderWith(`${slip}=secret-value\n`)
  const findings = await checkEnvFile(directory)
  expect(lines(findings)).toEqual([`warning: .env sets ${slip}, which nothing reads.`])
  expect(JSON.stringify(findings)).toContain(`Write ${meant} if`)
  expect(JSON.stringify(findings)).not.toContain('secret-value')
})

test('the doctor names each variable of the file that nothing reads, except those of the system', async () => {
  const directory = await folderWith(
    'NODE_ENV=production\nTZ=UTC\nPOSTGRES_PASSWORD=x\nEDITOR=vi\n',
  )
  expect(lines(await checkEnvFile(directory))).toEqual([
    'warning: .env sets EDITOR, which nothing reads.',
  ])
})
