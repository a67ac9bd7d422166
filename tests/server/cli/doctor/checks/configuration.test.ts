import { expect, test } from 'vitest'
import { checkConfiguration } from '#server/cli/doctor/checks/configuration.ts'
import { usableConfig } from '#server/cli/doctor/usable-config.ts'
import { VARIABLE_NAMES } from '#server/config/variables.ts'

const GOOD = {
  BOT_TOKEN: '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1',
  PUBLIC_URL: 'https://app.example.com',
  DATA_KEY: 'f1f1f1f100112233445566778899aabbccddeeff0123456789abcdef01234567',
  EVM: 'off',
}

test('a configuration without fault is one line', async () => {
  const { bad } = usableConfig(GOOD)
  expect(await checkConfiguration({ bad })).toEqual([
    { status: 'ok', found: 'Every variable can be used.' },
  ])
})

test('each bad variable is a failure that says what is expected, and never what was given', async () => {
  const { bad } = usableConfig({
    ...GOOD,
    BOT_TOKEN: '',
    DATA_KEY: 'too-short-a-key',
    PORT: '70000',
  })
  const findings = await checkConfiguration({ bad })
  expect(findings.map(({ status, found }) => `${status}: ${found}`).sort()).toEqual([
    'failure: BOT_TOKEN is missing.',
    'failure: DATA_KEY is malformed.',
    'failure: PORT is malformed.',
  ])
  expect(JSON.stringify(findings)).toContain('openssl rand -hex 32')
  expect(JSON.stringify(findings)).not.toContain('too-short-a-key')
})

test('a PUBLIC_URL with a port is a failure that says why, because some wallets sign the host without it', async () => {
  const { bad } = usableConfig({ ...GOOD, PUBLIC_URL: 'https://app.example.com:8443' })
  const findings = await checkConfiguration({ bad })
  expect(findings).toMatchObject([{ status: 'failure', found: 'PUBLIC_URL is malformed.' }])
  expect(JSON.stringify(findings)).toContain('some wallets sign the host without its port')
})

test('the doctor gets a configuration for further checks even where every variable is wrong', () => {
  const names = [...VARIABLE_NAMES, 'EVM_RPC_1', 'EVM_RPC_100', 'EVM_RPC_ETHEREUM']
  const broken = Object.fromEntries(names.map((name) => [name, ' ']))
  const { bad, config } = usableConfig(broken)
  expect(bad.length).toBeGreaterThan(15)
  expect(config.publicUrl).toBe('https://clasp.invalid')
})
