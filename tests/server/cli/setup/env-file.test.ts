import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CommandError } from '#server/cli/command.ts'
import { appendToEnvFile, readEnvFile } from '#server/cli/setup/env-file.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const NOBODY = 65_534

async function inFolder(content?: string | Buffer): Promise<string> {
  const folder = await makeTemporaryFolder('env')
  const path = join(folder, '.env')
  if (content !== undefined) await writeFile(path, content)
  return path
}

async function append(path: string, additions: Record<string, string>): Promise<Buffer> {
  await appendToEnvFile(await readEnvFile(path), additions)
  return readFile(path)
}

test.each([
  ['comments and quotes', '# mine\nAPP_NAME="A # B"\n  # indented\nHOST=\'::1\'  # ours\n'],
  ['blank lines and odd blanks', '\n\n  PORT =  3000  \n\n'],
  ['values of several lines', 'NOTE="one\ntwo"\nPORT=1\n'],
  ['duplicate variables', 'PORT=1\nPORT=2\n'],
  ['a byte order mark', '\uFEFFPORT=1\nHOST=a\n'],
  ['lines that are no settings', 'hello\n=x\nexport PORT=3\n'],
])('.env with %s keeps every byte, and gets its lines at the end', async (_, content) => {
  const path = await inFolder(content)
  const written = await append(path, { EVM: 'off' })
  expect(written.toString()).toBe(`${content}EVM=off\n`)
})

test('.env with CRLF gets lines that end so, too', async () => {
  const path = await inFolder('PORT=1\r\nHOST=a\r\n')
  const written = await append(path, { EVM: 'off', APP_NAME: 'A B' })
  expect(written.toString()).toBe("PORT=1\r\nHOST=a\r\nEVM=off\r\nAPP_NAME='A B'\r\n")
  expect(parseEnv(written.toString())).toEqual({
    PORT: '1',
    HOST: 'a',
    EVM: 'off',
    APP_NAME: 'A B',
  })
})

test('setup ends the last line of .env first where it does not end', async () => {
  const written = await append(await inFolder('PORT=1'), { EVM: 'off' })
  expect(written.toString()).toBe('PORT=1\nEVM=off\n')
})

test('.env that is not UTF-8 keeps every byte', async () => {
  const latin = Buffer.from([0x23, 0x20, 0xe4, 0xf6, 0xfc, 0x0a])
  expect(await append(await inFolder(latin), { EVM: 'off' })).toEqual(
    Buffer.concat([latin, Buffer.from('EVM=off\n')]),
  )
})

test('setup takes the last one of duplicate variables, as the server does', async () => {
  expect((await readEnvFile(await inFolder('PORT=1\nPORT=2\n'))).values).toEqual({ PORT: '2' })
})

test('setup gives a variable that stands there empty its value in a line of its own', async () => {
  const written = await append(await inFolder('EVM=\n'), { EVM: 'off' })
  expect(parseEnv(written.toString())).toEqual({ EVM: 'off' })
})

test('setup refuses quotes that are not closed and would swallow what follows', async () => {
  const content = "APP_NAME='Clasp\n"
  const path = await inFolder(content)
  await expect(append(path, { OPERATOR_NAME: 'A B' })).rejects.toThrow('not closed')
  expect(await readFile(path, 'utf8')).toBe(content)
})

test('a new file is private; an existing one keeps its mode', async () => {
  const fresh = await inFolder()
  await append(fresh, { EVM: 'off' })
  expect((await stat(fresh)).mode & 0o777).toBe(0o600)
  const path = await inFolder('PORT=1\n')
  await chmod(path, 0o640)
  await append(path, { EVM: 'off' })
  expect((await stat(path)).mode & 0o777).toBe(0o640)
})

test('setup leaves a file as it is that was changed in between', async () => {
  const path = await inFolder('PORT=1\n')
  const file = await readEnvFile(path)
  await writeFile(path, 'PORT=2\n')
  await expect(appendToEnvFile(file, { EVM: 'off' })).rejects.toThrow('changed meanwhile')
  expect(await readFile(path, 'utf8')).toBe('PORT=2\n')
})

test.each([
  ['a folder', (path: string) => mkdir(path)],
  ['a link', (path: string) => symlink('elsewhere', path)],
])('%s in the place of .env is refused', async (_, make) => {
  const path = await inFolder()
  await make(path)
  await expect(readEnvFile(path)).rejects.toThrow('a folder or a link')
})

test('setup refuses an unreadable file with a sentence', async () => {
  const path = await inFolder('PORT=1\n')
  await chmod(path, 0o000)
  await asSomebodyElse(async () => {
    await expect(readEnvFile(path)).rejects.toThrow(`${path}: permission denied`)
  })
})

/** Root can read every file. */
async function asSomebodyElse(work: () => Promise<void>): Promise<void> {
  const user = process.geteuid?.()
  if (user !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    await work()
  } finally {
    process.seteuid?.(user)
  }
}

test('setup refuses a path through a file with a sentence', async () => {
  const path = await inFolder('PORT=1\n')
  await expect(readEnvFile(join(path, 'x'))).rejects.toThrow(CommandError)
})

test('setup leaves nothing behind where the folder is not there', async () => {
  const path = await inFolder()
  const nowhere = join(path, '..', 'nowhere', '.env')
  await expect(append(nowhere, { EVM: 'off' })).rejects.toThrow('does not exist')
  expect(await readdir(join(path, '..'))).toEqual([])
})

test('whatever text is written reads back as it was, or is refused', async () => {
  const path = await inFolder('HOST=a\n')
  const file = await readEnvFile(path)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 20 }), async (value) => {
      await writeFile(path, file.bytes)
      try {
        await appendToEnvFile(file, { VALUE: value })
      } catch (error) {
        if (error instanceof CommandError) return
        throw error
      }
      const text = await readFile(path, 'utf8')
      expect(parseEnv(text)).toEqual({ HOST: 'a', VALUE: value })
      expect(text.startsWith('HOST=a\n')).toBe(true)
    }),
    { numRuns: 200 },
  )
})
