import { expect, test } from 'vitest'
import { checkEvm } from '#server/cli/doctor/checks/evm.ts'
import { lines, fixes } from '#tests/support/doctor-site.ts'

const offer = (policy: 'in-app' | 'browser') => ({
  policy,
  projectId: '0123456789abcdef0123456789abcdef',
  chains: [],
})

test('EVM=off follows the terms to the letter', async () => {
  expect(lines(await checkEvm({ evm: { policy: 'off' }, bad: [] }))).toEqual([
    "ok: EVM=off follows Telegram's terms to the letter.",
  ])
})

test.each([
  ['in-app', /^warning: EVM=in-app: .*inside the Mini App.*\(§7\)/],
  ['browser', /^warning: EVM=browser: .*browser.*§7\.4/],
] as const)(
  'the doctor reports EVM=%s with its clause, and what would follow the terms',
  async (policy, line) => {
    const findings = await checkEvm({ evm: offer(policy), bad: [] })
    expect(lines(findings)).toEqual([
      expect.stringMatching(line),
      'ok: REOWN_PROJECT_ID has the form of one.',
    ])
    expect(fixes(findings)).toEqual([expect.stringContaining('EVM=off')])
  },
)

test('the doctor does not call a project id well that cannot be used', async () => {
  const bad = [{ name: 'REOWN_PROJECT_ID', problem: 'missing', expected: 'an id' }] as const
  const [, project] = lines(await checkEvm({ evm: offer('in-app'), bad }))
  expect(project).toBe('skipped: Not checked: REOWN_PROJECT_ID cannot be used.')
})
