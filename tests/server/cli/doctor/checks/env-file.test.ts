import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkEnvFile } from '#server/cli/doctor/checks/env-file.ts'
import type { Environment } from '#server/config/environment.ts'
import { lines } from '#tests/support/doctor-site.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

async function folderWith(text: string | null, mode = 0o600): Promise<string> {
  const directory = await makeTemporaryFolder('doctor')
  if (text !== null) await writeFile(join(directory, '.env'), text)
  if (text !== null) await chmod(join(directory, '.env'), mode)
  return directory
}

function check(directory: string, environment: Environment = {}) {
  return checkEnvFile({ directory, environment })
}

test('a file that only its owner can open, with names that are ours, is well', async () => {
  const text = 'BOT_TOKEN=x\nEVM=off\nEVM_RPC_1=https://node.example\n'
  const directory = await folderWith(text)
  expect(lines(await check(directory))).toEqual(['ok: Only its owner can read .env.'])
})

test('accepts that there is no file, because a deployment may set the variables itself', async () => {
  const directory = await folderWith(null)
  expect(lines(await check(directory))[0]).toMatch(/^ok: There is no \.env/)
})

test('a file that other users can read is a warning', async () => {
  const directory = await folderWith('EVM=off\n', 0o640)
  const [finding] = await check(directory)
  expect(finding).toMatchObject({ status: 'warning', fix: 'Run: chmod 600 .env' })
})

test.each([
  ['BOT_TOKN', 'BOT_TOKEN'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['WEBHOOK_SIGNING_SECRETS', 'WEBHOOK_SIGNING_SECRET'],
  ['data_key', 'DATA_KEY'],
  ['EVN', 'EVM'],
])('finds that the slip %s means %s', async (slip, meant) => {
  const directory = await folderWith(`${slip}=secret-value\n`)
  const findings = await check(directory)
  expect(lines(findings)).toEqual([`warning: .env sets ${slip}, which nothing reads.`])
  expect(JSON.stringify(findings)).toContain(`Write ${meant} if`)
  expect(JSON.stringify(findings)).not.toContain('secret-value')
})

test('names each variable of the file that nothing reads, except those of the system', async () => {
  const directory = await folderWith(
    'NODE_ENV=production\nTZ=UTC\nPOSTGRES_PASSWORD=x\nEDITOR=vi\n',
  )
  expect(lines(await check(directory))).toEqual(['warning: .env sets EDITOR, which nothing reads.'])
})

test.each([
  ['OWNER_NAME', 'OPERATOR_NAME'],
  ['OWNER_CONTACT', 'OPERATOR_CONTACT'],
  ['WEBHOOK_SECRET', 'WEBHOOK_SIGNING_SECRET'],
  ['START_PATIENCE_SECONDS', 'START_TIMEOUT_SECONDS'],
])('says what %s is named now, in the file and in the environment', async (former, present) => {
  const named = `warning: ${former} is named ${present} now.`
  expect(lines(await check(await folderWith(`${former}=x\n`)))).toEqual([named])
  const nowhere = await folderWith(null)
  expect(lines(await check(nowhere, { [former]: 'x' }))).toContain(named)
  // It may be another program's.
  expect(lines(await check(nowhere, { [former]: 'x', [present]: 'x' }))).not.toContain(named)
})
