/** A command of a page, as its reader types it, under the headings of its section. */
export type GuideCommand = { section: string; command: string }

const CODE = /^```(?<language>\w*)\n(?<lines>[^]*?)^```$|`(?<inline>[^`\n]+)`|^#+ (?<heading>.+)$/gm

/** Programs whose name at the start of code in a sentence makes it a command, if more follows. */
const PROGRAMS =
  /^(?:npx|npm|clasp-telegram|docker|systemctl|systemd-analyze|journalctl|useradd|install|chown|curl|openssl|sha256sum|createdb|pg_dump|pg_restore) \S/

/** The commands of a page, in its order: each line of a block `sh`, that of a crontab, and code in a sentence that is a command. */
export function readCommands(page: string): GuideCommand[] {
  let section = ''
  return [...page.matchAll(CODE)].flatMap(({ groups = {} }) => {
    const { language, lines = '', inline = '', heading } = groups
    if (heading !== undefined) section = heading
    const found = language === undefined ? [inline].filter((text) => PROGRAMS.test(text)) : []
    if (language === 'sh') found.push(...lines.trim().split('\n'))
    if (language === 'text')
      found.push(
        lines
          .trim()
          .replace(/^(?:\S+ ){5}/, '')
          .replaceAll('\\%', '%'),
      )
    return found.map((command) => ({ section, command }))
  })
}
