import { expect, test } from 'vitest'
import { commandWithoutPort, readChoices } from '#demo/read-choices.ts'

const USUAL = { mode: undefined, port: null, evm: 'in-app', tonText: 'offer' }

test.for([
  [[], USUAL],
  [['host-bot'], { ...USUAL, mode: 'host-bot' }],
  [['python-bot'], { ...USUAL, mode: 'python-bot' }],
  [
    ['--port', '8090', 'host-bot', '--evm', 'off'],
    { ...USUAL, mode: 'host-bot', port: 8090, evm: 'off' },
  ],
  [['operator', '--ton-text', 'require'], { ...USUAL, mode: 'operator', tonText: 'require' }],
] as const)('the arguments %j choose a demo', ([args, choices]) => {
  expect(readChoices(args)).toEqual(choices)
})

test.for([
  ['hostbot'],
  ['host-bot', 'operator'],
  ['--evm', 'on'],
  ['--port', '80x'],
  ['--prot', '1'],
])('the arguments %j are refused', (args) => {
  expect(readChoices(args)).toBeNull()
})

test('the command without a port keeps every other choice', () => {
  const args = ['host-bot', '--evm', 'off', '--ton-text', 'require']
  const choices = readChoices([...args, '--port', '8090'])
  expect(choices && commandWithoutPort(choices)).toBe(`npm run demo -- ${args.join(' ')}`)
})
