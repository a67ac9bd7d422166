import { writeFile } from 'node:fs/promises'
import type { NewOperator, Ran } from './new-operator.ts'

/** A page of the docs with everything that an operator sees during a first run. */
export type RunRecord = {
  command(args: readonly string[], ran: Ran): void
  chat(texts: readonly string[]): void
  text(): string
  write(path: string): Promise<void>
}

const HEADING = [
  '# A first run, recorded',
  "Written by `npm run record`: the README's commands in an empty folder, with the demo's surroundings in the place of Telegram and\n" +
    "TON, and [an owner's bot](examples/host-bot/) beside Clasp. Ports and the folder are left out; keys and tokens do not appear.",
]

export function createRunRecord({ appUrl, directory, services }: NewOperator): RunRecord {
  const sections: string[] = []
  const hosts = [
    [new URL(appUrl).host, '127.0.0.1:8081'],
    [new URL(services.hostUrl).host, '127.0.0.1:8080'],
    [`${directory}/`, ''],
  ] as const

  function tidy(text: string): string {
    return hosts.reduce((tidied, [from, to]) => tidied.replaceAll(from, to), text.trimEnd())
  }

  return {
    command([name = '', ...args], { out, err }) {
      const line = ['$ npm run', name, ...(args.length > 0 ? ['--', ...args.map(quote)] : [])]
      sections.push(tidy([line.join(' '), '', out.trimEnd(), err].join('\n')))
    },
    chat(texts) {
      const reported = texts.map((text) => text.replace(/^(?=.)/gm, '  ')).join('\n\n')
      sections.push(tidy(`In the chat with the bot:\n\n${reported}`))
    },
    text: () => sections.join('\n'),
    async write(path) {
      const blocks = sections.map((section) => `\`\`\`text\n${section}\n\`\`\``)
      await writeFile(path, [...HEADING, ...blocks].join('\n\n') + '\n')
    },
  }
}

function quote(argument: string): string {
  return argument.includes(' ') ? `'${argument}'` : argument
}
