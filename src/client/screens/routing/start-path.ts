import { readStartParam } from '#shared/start-param.ts'
import { getCodePath } from '#shared/code-path.ts'

/** Path of the screen that a link opens; null for a link without a start_param. */
export function startPath(startParam: string): string | null {
  const start = readStartParam(startParam)
  if (start === null) return null
  if (start.kind === 'connect') return '/connect'
  return 'code' in start ? getCodePath(start.code) : `/link/${start.kind}`
}
