/** One line of the table. */
export type OperateFinding = {
  fault: string
  measured: string
  /** Empty where nothing is aimed at. */
  aim: string
  /** Null where nothing is aimed at. */
  isMet: boolean | null
}

/** What was measured in one number, beside the most that it may be. */
export function atMost(
  fault: string,
  measured: number,
  { aim, unit }: { aim: number; unit: string },
): OperateFinding {
  return {
    fault,
    measured: `${round(measured)} ${unit}`.trim(),
    aim: `≤ ${aim} ${unit}`.trim(),
    isMet: measured <= aim,
  }
}

/** The same beside the least that it may be. */
export function atLeast(fault: string, measured: number, aim: number): OperateFinding {
  return { fault, measured: round(measured), aim: `≥ ${aim}`, isMet: measured >= aim }
}

/** What is worth knowing beside the rest. */
export function note(fault: string, measured: string): OperateFinding {
  return { fault, measured, aim: '', isMet: null }
}

/** A table as Markdown writes it. */
export function getTable(findings: readonly OperateFinding[]): string {
  const rows = findings.map(({ fault, measured, aim, isMet }) => [
    fault,
    measured,
    aim,
    isMet === null ? '' : { true: 'yes', false: '**no**' }[`${isMet}`],
  ])
  const lines = [['fault', 'measured', 'aim', 'met'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Three digits are enough. */
export function round(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
