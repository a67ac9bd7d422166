import type { CSSProperties } from 'react'

/** `{ bg_color: '#fff' }` becomes `--bg-color: #fff`, for the style of an element. */
export function cssVariables(values: Readonly<Record<string, string>>): CSSProperties {
  const variables: Record<`--${string}`, string> = {}
  for (const [name, value] of Object.entries(values)) {
    variables[`--${name.replaceAll('_', '-')}`] = value
  }
  return variables
}
