import { writeUsage } from '../config/command-line.ts'
import { defineCommand, parseFlags } from './command.ts'

const USAGE = writeUsage([['start', 'runs the server with the settings of .env, until a signal']])

/** `main.ts` is the server's process: it runs as it is loaded. */
export const start = defineCommand(USAGE, async (args) => {
  parseFlags({ args, options: {} })
  await import('../main.ts')
  return Number(process.exitCode ?? 0)
})
