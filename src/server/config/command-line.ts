import { basename, dirname, relative } from 'node:path'
import type { Environment } from './environment.ts'
import { ROOT } from './root.ts'

/** How commands are called: `clone` by `npm run`; `folder` by `npx`, which finds the package; `path` by their own name. */
type Place = 'clone' | 'folder' | 'path'

const PLACE = findPlace({ root: ROOT, directory: process.cwd(), environment: process.env })

/** The command line that runs a command of Clasp here. @param command such as `keys add my-bot` */
export function commandLine(command: string, place = PLACE): string {
  if (place !== 'clone') return `${place === 'folder' ? 'npx ' : ''}clasp-telegram ${command}`
  const [name, ...args] = command.split(' ')
  const run = name === 'start' ? 'npm start' : `npm run ${name}`
  return args.length === 0 ? run : `${run} -- ${args.join(' ')}`
}

/** The commands that start the server of `.env`. The package is built already. */
export function startingLines(place = PLACE): string[] {
  const names = place === 'clone' ? ['build', 'start'] : ['start']
  return names.map((name) => commandLine(name, place))
}

/** Lines of usage: each command with what it does. */
export function writeUsage(
  commands: readonly (readonly [command: string, does: string])[],
): string {
  const lines = commands.map(([command, does]) => [commandLine(command), does] as const)
  const width = Math.max(...lines.map(([line]) => line.length))
  return ['Usage:', ...lines.map(([line, does]) => `  ${line.padEnd(width)}   ${does}`)].join('\n')
}

type Whereabouts = { root: string; directory: string; environment: Environment }

/** @param whereabouts `directory`: in which the process was started */
export function findPlace({ root, directory, environment }: Whereabouts): Place {
  if (basename(dirname(root)) !== 'node_modules') return 'clone'
  const isBelow = !relative(directory, root).startsWith('..')
  return isBelow || environment['npm_command'] === 'exec' ? 'folder' : 'path'
}
