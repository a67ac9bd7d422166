import { writeFile } from 'node:fs/promises'
import type { NewOperator, Ran } from './new-operator.ts'

/** The page of a first run: what an operator types, and what each command printed. */
export type RunRecord = {
  /** A heading, and what to do under it. */
  step(title: string, text: string): void
  /** A command of `npm run`, or another one, and what it printed. */
  command(args: readonly string[] | string, ran?: Ran): void
  chat(texts: readonly string[]): void
  text(): string
  write(path: string): Promise<void>
}

const HEADING = `# A first run

You set Clasp up, start it, and link a wallet to an account, beside [a bot of your own](examples/host-bot/). Everything is real except
Telegram, the wallets and the TON chain, which are simulated on your machine. You need Node, a clone of this project without \`.env\`,
and three terminals in it. Type what follows a \`$\`; the lines below are what the command printed. Take the ports that your own
simulation prints where they differ.

Written by \`npm run record\`, from a run of these commands.
`

export function createRunRecord(operator: NewOperator): RunRecord {
  const { publicUrl, receiverUrl, directory, services } = operator
  const sections: string[] = []
  const replaced = [
    [new URL(publicUrl).host, '127.0.0.1:8081'],
    [new URL(services.messengerUrl).host, '127.0.0.1:8080'],
    [new URL(receiverUrl).host, '127.0.0.1:4000'],
    [`${directory}/`, ''],
  ] as const
  const tidy = (text: string) =>
    replaced
      .reduce((tidied, [from, to]) => tidied.replaceAll(from, to), text.trimEnd())
      .replaceAll(/admin-[\w-]{38}/gu, 'admin-…')
  const addBlock = (lines: readonly string[]) =>
    sections.push(`\`\`\`text\n${tidy(lines.filter((line) => line !== '').join('\n\n'))}\n\`\`\``)

  return {
    step: (title, text) => void sections.push(`## ${title}`, tidy(text)),
    command(args, { out, err } = { code: 0, out: '', err: '' }) {
      const line = typeof args === 'string' ? args : npmRun(args)
      addBlock([`$ ${line}`, out.trim(), err.trim()])
    },
    chat: (texts) => void addBlock(texts),
    text: () => sections.join('\n\n'),
    write: (path) => writeFile(path, `${HEADING}\n${sections.join('\n\n')}\n`),
  }
}

/** The commands of a page, as its reader types them. */
export function commandsIn(page: string): string[] {
  return [...page.matchAll(/^\$ (.+)$/gm)].map(([, command = '']) => command)
}

function npmRun([name = '', ...args]: readonly string[]): string {
  return ['npm run', name, ...(args.length > 0 ? ['--', ...args.map(quote)] : [])].join(' ')
}

function quote(argument: string): string {
  return argument.includes(' ') ? `'${argument}'` : argument
}
