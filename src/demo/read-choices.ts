import { commandLine } from '#server/config/command-line.ts'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { EVM_POLICIES, TON_TEXT_BINDINGS } from '#shared/boot.ts'

const ChoicesSchema = v.object({
  /** `host-bot`, `python-bot`: an operator's bot beside Clasp. `operator`: all but Clasp, which the operator starts. */
  mode: v.optional(v.picklist(['host-bot', 'python-bot', 'operator'])),
  /** Null for any that is free. */
  port: v.nullable(v.pipe(v.string(), v.toNumber(), v.integer())),
  evm: v.picklist(EVM_POLICIES),
  tonText: v.picklist(TON_TEXT_BINDINGS),
})

export type DemoChoices = v.InferOutput<typeof ChoicesSchema>

/** Reads `[host-bot | python-bot | operator] [--port 8080] [--evm in-app|browser|off] [--ton-text off|offer|require]`; null for others. */
export function readChoices(args: readonly string[]): DemoChoices | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        evm: { type: 'string', default: 'in-app' },
        'ton-text': { type: 'string', default: 'offer' },
      },
    })
    const [mode, ...rest] = positionals
    if (rest.length > 0) return null
    const { port = null, evm, 'ton-text': tonText } = values
    const choices = v.safeParse(ChoicesSchema, { mode, port, evm, tonText })
    return choices.success ? choices.output : null
  } catch {
    return null
  }
}

/** The command that makes the same choices, with any port that is free. */
export function commandWithoutPort({ mode, evm, tonText }: DemoChoices): string {
  const words = ['demo', mode, `--evm ${evm}`, `--ton-text ${tonText}`]
  return commandLine(words.filter((word) => word !== undefined).join(' '))
}
