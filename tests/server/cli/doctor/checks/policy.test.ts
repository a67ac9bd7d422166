import { expect, test } from 'vitest'
import { checkPolicy } from '#server/cli/doctor/checks/policy.ts'
import { usableConfig } from '#server/cli/doctor/usable-config.ts'
import { lines } from '#tests/support/doctor-site.ts'

const ENVIRONMENT = {
  BOT_TOKEN: '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1',
  PUBLIC_URL: 'https://app.example.com',
  DATA_KEY: 'f1f1f1f100112233445566778899aabbccddeeff0123456789abcdef01234567',
  EVM: 'off',
  OPERATOR_NAME: 'Example Society',
  OPERATOR_CONTACT: 'privacy@example.org',
}

function check(changes: Record<string, string>) {
  const environment = { ...ENVIRONMENT, ...changes }
  return checkPolicy({ config: usableConfig(environment).config, environment })
}

test('the doctor shows what the operator has chosen in one line', async () => {
  expect(lines(await check({ EVENT_RETENTION_DAYS: '7' }))).toEqual([
    'ok: EVM=off, TON_TEXT_BINDING=offer, BOT_MODE=polling, REQUESTS=admins, CHATS=any, attempts kept 1 d, events 7 d, idle members 90 d; ' +
      'texts for members at https://app.example.com/privacy and https://app.example.com/terms.',
  ])
})

test.each(['OPERATOR_NAME', 'OPERATOR_CONTACT'])('a missing %s is a warning', async (name) => {
  const [, ...warnings] = lines(await check({ [name]: '' }))
  expect(warnings).toEqual([expect.stringMatching(`^warning: ${name} is not set`)])
})

test.each(['known', '-1001,-1002'])('the doctor shows CHATS=%s', async (CHATS) => {
  const [shown, ...warnings] = lines(await check({ CHATS }))
  expect(shown).toContain(`, CHATS=${CHATS},`)
  expect(warnings).toEqual([])
})
