// @module-tag wide

import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { adopt } from '#server/cli/adopt.ts'
import { backup } from '#server/cli/backup.ts'
import type { Command } from '#server/cli/command.ts'
import { createDoctor } from '#server/cli/doctor/doctor.ts'
import { forget } from '#server/cli/forget.ts'
import { keys } from '#server/cli/keys.ts'
import { migrate } from '#server/cli/migrate.ts'
import { move } from '#server/cli/move.ts'
import { restore } from '#server/cli/restore.ts'
import { createSetup } from '#server/cli/setup/setup.ts'
import { createTerminalPrompts } from '#server/cli/setup/terminal-prompts.ts'
import { verify } from '#server/cli/verify.ts'
import { BAD_PLACES, startSilence } from './places.ts'
import { openTerminal } from './terminal.ts'

const COMMANDS: [name: string, command: Command, args: string[]][] = [
  [
    'setup',
    createSetup(createTerminalPrompts({ input: process.stdin, output: process.stdout })),
    ['--public-url', 'https://app.example.com', '--evm', 'off', '--yes'],
  ],
  ['keys', keys, ['list']],
  ['backup', backup, ['copy.db']],
  ['restore', restore, ['copy.db']],
  ['migrate', migrate, ['--backed-up']],
  ['move', move, ['--to', 'file:./moved.db']],
  ['adopt', adopt, []],
  ['forget', forget, ['x'.repeat(22)]],
  ['verify', verify, ['proof.json']],
  [
    'doctor',
    createDoctor({
      readCertificate: () => Promise.reject(new Error('no network')),
      freeBytes: () => Promise.resolve(Infinity),
    }),
    [],
  ],
]

describe.each(BAD_PLACES)('in %s', (_, change) => {
  test.each(COMMANDS)(
    '%s ends with a sentence and an exit code',
    { timeout: 60_000 },
    async (name, command, args) => {
      const terminal = await openTerminal({})
      terminal.environment = await change(terminal)
      const before = await readdir(terminal.directory)
      const { code, out, err } = await terminal.run(command, ...args)
      expect([1, 2]).toContain(code)
      expect(name === 'doctor' ? out : err).toMatch(/\w+ \w+/)
      expect(await readdir(terminal.directory)).toEqual(before)
    },
  )
})

test('a move to a silent database gives up', { timeout: 60_000 }, async () => {
  const terminal = await openTerminal()
  await terminal.run(migrate)
  const ran = await terminal.run(move, '--to', await startSilence())
  expect(ran).toEqual({
    code: 1,
    out: '',
    err: 'Not done, because of the target: the database cannot be opened; is --to right and the database up?',
  })
})
