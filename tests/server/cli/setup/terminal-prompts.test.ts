import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { CommandError } from '#server/cli/command.ts'
import { createTerminalPrompts } from '#server/cli/setup/terminal-prompts.ts'
import { until } from '#tests/support/until.ts'

const ENTER = '\r'
const DOWN = '\u001B[B'
const CTRL_C = '\u0003'
const TAKES_ALL = () => undefined

function openScreen() {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => (shown += text))
  return {
    prompts: createTerminalPrompts({ input, output }),
    type: (keys: string) => input.write(keys),
    shows: (words: string) => until(() => expect(stripVTControlCharacters(shown)).toContain(words)),
    shown: () => stripVTControlCharacters(shown),
  }
}

test('a text is what was typed', async () => {
  const screen = openScreen()
  const answer = screen.prompts.text({ message: 'Name?', findProblem: TAKES_ALL })
  await screen.shows('Name?')
  screen.type(`Ada Club${ENTER}`)
  expect(await answer).toBe('Ada Club')
})

test('a prompt says why an answer cannot be taken, and asks again', async () => {
  const screen = openScreen()
  const answer = screen.prompts.text({
    message: 'Name?',
    findProblem: (text) => (text === 'Ada' ? undefined : 'not her'),
  })
  await screen.shows('Name?')
  screen.type(`Ad${ENTER}`)
  await screen.shows('not her')
  screen.type(`a${ENTER}`)
  expect(await answer).toBe('Ada')
})

test('an empty line is an empty answer', async () => {
  const screen = openScreen()
  const answer = screen.prompts.text({
    message: 'Name?',
    placeholder: 'Clasp',
    findProblem: TAKES_ALL,
  })
  await screen.shows('Name?')
  screen.type(ENTER)
  expect(await answer).toBe('')
})

test('a secret is taken and never shown', async () => {
  const screen = openScreen()
  const answer = screen.prompts.secret({ message: 'Token?', findProblem: TAKES_ALL })
  await screen.shows('Token?')
  screen.type(`hunter2${ENTER}`)
  expect(await answer).toBe('hunter2')
  expect(screen.shown()).not.toContain('hunter2')
})

test('a choice is one of those offered, and none is taken automatically', async () => {
  const screen = openScreen()
  const answer = screen.prompts.choose({
    message: 'Which?',
    options: [
      { value: 'a', label: 'first' },
      { value: 'b', label: 'second' },
    ],
  })
  await screen.shows('second')
  screen.type(DOWN)
  screen.type(ENTER)
  expect(await answer).toBe('b')
})

test('a prompt says that nothing was changed when the operator breaks off', async () => {
  const screen = openScreen()
  const failure = screen.prompts.confirm('Sure?').catch((error: unknown) => error)
  await screen.shows('Sure?')
  screen.type(CTRL_C)
  expect(await failure).toEqual(new CommandError('Stopped. Nothing was changed.'))
})
