/** The time in the line that starts so, in Unix seconds. The texts that are signed have one such line; NaN without it. */
export function readTimeLine(text: string, start: string): number {
  // Only LF ends a line of the form, unlike of a regular expression.
  const line = text.split('\n').find((one) => one.startsWith(start)) ?? ''
  return Math.floor(Date.parse(line.slice(start.length)) / 1_000)
}
