/** One unusable variable. The value itself is never repeated, because it may be a secret. */
export type BadVariable = { name: string; problem: 'missing' | 'malformed'; expected: string }

/** The lines that a failed start prints: one per variable, then the ways out. */
export function explainBadVariables(bad: BadVariable[]): string {
  return [
    'Clasp cannot start with this configuration:',
    ...listBadVariables(bad),
    'To set what is missing: npm run setup',
    'To see it work without any configuration: npm run demo',
  ].join('\n')
}

/** One line per variable. */
export function listBadVariables(bad: BadVariable[]): string[] {
  const width = Math.max(...bad.map(({ name }) => name.length))
  return bad.map(
    ({ name, problem, expected }) => `  ${name.padEnd(width)}  ${problem}: ${expected}`,
  )
}
