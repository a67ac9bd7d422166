import type { Readable, Writable } from 'node:stream'
import { CANCEL_SYMBOL, confirm, password, select, text } from '@clack/prompts'
import { CommandError } from '../command.ts'
import type { Prompts } from './prompts.ts'

/** Asks in prompts. */
export function createTerminalPrompts(terminal: { input: Readable; output: Writable }): Prompts {
  return {
    text: async ({ message, placeholder, findProblem }) =>
      answered(
        await text({
          ...terminal,
          message,
          ...(placeholder === undefined ? {} : { placeholder }),
          validate: (answer = '') => findProblem(answer),
        }),
      ) ?? '',
    secret: async ({ message, findProblem }) =>
      answered(
        await password({ ...terminal, message, validate: (answer = '') => findProblem(answer) }),
      ) ?? '',
    choose: async ({ message, options }) => {
      const chosen = answered(
        await select<string>({
          ...terminal,
          message,
          options: options.map((option) => ({ ...option })),
        }),
      )
      const known = options.find(({ value }) => value === chosen)
      if (known === undefined) throw new TypeError('the prompt answered what was not offered')
      return known.value
    },
    confirm: async (message) => answered(await confirm({ ...terminal, message })),
  }
}

function answered<Answer>(answer: Answer | typeof CANCEL_SYMBOL): Answer {
  if (answer === CANCEL_SYMBOL) throw new CommandError('Stopped. Nothing was changed.')
  return answer
}
