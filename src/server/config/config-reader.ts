import { commandLine } from './command-line.ts'
import type { RpcUrls } from '../chains/evm/public-endpoints.ts'
import type { Environment } from './environment.ts'
import {
  type ParsedVariable,
  parseVariable,
  RPC_VARIABLES,
  VARIABLES,
  type VariableName,
  type VariableValue,
} from './variables.ts'

/** Reads variables one by one, and gathers the unusable ones. */
export type ConfigReader = ReturnType<typeof createReader>

export function createReader(environment: Environment) {
  const bad: BadVariable[] = []

  function note(variable: BadVariable): undefined {
    bad.push(variable)
  }

  /** Reports a variable whose value conflicts with the values of others. */
  function refuse(name: VariableName): void {
    note({ name, problem: 'malformed', expected: VARIABLES[name].expected })
  }

  function isSet(name: string): boolean {
    return (environment[name] ?? '') !== ''
  }

  function read<Value>(name: string, { expected, parse }: Form<Value>): Value | undefined {
    if (!isSet(name)) return note({ name, problem: 'missing', expected })
    const parsed = parse(environment[name] ?? '')
    if (parsed.ok) return parsed.value
    return note({ name, problem: 'malformed', expected: parsed.expected ?? expected })
  }

  function required<Name extends VariableName>(name: Name): VariableValue<Name> | undefined {
    const { expected } = VARIABLES[name]
    return read(name, { expected, parse: (text) => parseVariable(name, text, environment) })
  }

  function optional<Name extends VariableName, Fallback extends VariableValue<Name> | null>(
    name: Name,
    fallback: Fallback,
  ): VariableValue<Name> | Fallback {
    return isSet(name) ? (required(name) ?? fallback) : fallback
  }

  /** The nodes of a chain. Required if the chain has no fallback. */
  function rpcUrls(
    chainId: number,
    fallback: RpcUrls | null | undefined,
  ): RpcUrls | null | undefined {
    const name = RPC_VARIABLES.nameFor(chainId)
    if (!isSet(name) && fallback !== undefined) return fallback
    const { expected, parse } = RPC_VARIABLES
    return read(name, { expected, parse: (text) => parse(text, environment) })
  }

  /** Chains for which URLs are set. Refuses a variable whose name ends with no offered chain. */
  function chainsWithUrls(isOffered: (chainId: number) => boolean): number[] {
    const names = Object.keys(environment).filter(
      (name) => RPC_VARIABLES.isName(name) && isSet(name),
    )
    return names.flatMap((name) => {
      const id = RPC_VARIABLES.findChain(name)
      if (id !== null && isOffered(id)) return [id]
      return note({ name, problem: 'malformed', expected: RPC_VARIABLES.expectedName }) ?? []
    })
  }

  return { bad, refuse, required, optional, rpcUrls, chainsWithUrls }
}

type Form<Value> = { expected: string; parse: (text: string) => ParsedVariable<Value> }

/** One unusable variable. The value itself is never repeated, because it may be a secret. */
export type BadVariable = { name: string; problem: 'missing' | 'malformed'; expected: string }

/** The lines that a failed start prints: one per variable, then the ways out. */
export function explainBadVariables(bad: BadVariable[]): string {
  return [
    'Clasp cannot start with this configuration:',
    ...listBadVariables(bad),
    `To set what is missing: ${commandLine('setup')}`,
    `To see it work without any configuration: ${commandLine('demo')}`,
  ].join('\n')
}

/** One line per variable. */
export function listBadVariables(bad: BadVariable[]): string[] {
  const width = Math.max(...bad.map(({ name }) => name.length))
  return bad.map(
    ({ name, problem, expected }) => `  ${name.padEnd(width)}  ${problem}: ${expected}`,
  )
}
