import { expect, test } from 'vitest'
import { failure, ok, warning } from '#server/cli/doctor/finding.ts'
import { type DoctorCheck, runChecks } from '#server/cli/doctor/run-checks.ts'

const LIMITS = { bad: [], timeoutMs: 20_000 }

function check(name: string, changes: Partial<DoctorCheck> = {}): DoctorCheck {
  return { name, needs: [], after: [], run: () => Promise.resolve(ok('well')), ...changes }
}

test('the doctor runs independent checks at the same time, and reports them in their order', async () => {
  const started: string[] = []
  let bothStarted: () => void
  const met = new Promise<void>((resolve) => (bothStarted = resolve))
  const meeting = (name: string) =>
    check(name, {
      run: async () => {
        if (started.push(name) === 2) bothStarted()
        await met
        return ok('met')
      },
    })
  const reports = await runChecks([meeting('a'), meeting('b')], LIMITS)
  expect(reports.map(({ check: name }) => name)).toEqual(['a', 'b'])
})

test('the doctor skips what comes after a failure, with the reason, and what comes after that, too', async () => {
  const reports = await runChecks(
    [
      check('first', { run: () => Promise.resolve(failure('broken', 'fix it')) }),
      check('second', { after: ['first'] }),
      check('third', { after: ['second'] }),
      check('other'),
    ],
    LIMITS,
  )
  expect(reports.map(({ status, found }) => `${status}: ${found}`)).toEqual([
    'failure: broken',
    'skipped: Not checked: "first" did not pass.',
    'skipped: Not checked: "second" did not pass.',
    'ok: well',
  ])
})

test('a check that ends in a warning stops no other check', async () => {
  const first = check('first', { run: () => Promise.resolve(warning('hm', 'fix it')) })
  const reports = await runChecks([first, check('second', { after: ['first'] })], LIMITS)
  expect(reports[1]?.status).toBe('ok')
})

test('the doctor skips a check that needs a bad variable, by the name of that variable', async () => {
  const bad = [{ name: 'PUBLIC_URL', problem: 'missing', expected: '…' }] as const
  const reports = await runChecks([check('https', { needs: ['PUBLIC_URL'] })], { ...LIMITS, bad })
  expect(reports).toEqual([
    { check: 'https', status: 'skipped', found: 'Not checked: PUBLIC_URL cannot be used.' },
  ])
})

test('a check that never ends is a failure in time, even if it ignores its signal', async () => {
  const silent = check('silent', { run: () => new Promise(() => undefined) })
  const reports = await runChecks([silent], { ...LIMITS, timeoutMs: 50 })
  expect(reports).toMatchObject([{ status: 'failure', found: 'The check timed out after 0.05 s.' }])
})

test('a check that breaks is a failure that quotes nothing of the error', async () => {
  const broken = check('broken', {
    run: () => Promise.reject(new TypeError('cannot read postgres://u:password@host')),
  })
  const reports = await runChecks([broken], LIMITS)
  expect(reports).toMatchObject([
    { status: 'failure', found: 'The check itself broke (TypeError).' },
  ])
  expect(JSON.stringify(reports)).not.toContain('password')
})
