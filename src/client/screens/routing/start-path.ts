import { readStartParam } from '#shared/start-param.ts'
import { getAttemptId } from '#shared/attempt-code.ts'

/** Path of the screen that a link opens; null for a link without a start_param. */
export function startPath(startParam: string): string | null {
  const start = readStartParam(startParam)
  if (start === null) return null
  if (start.kind === 'connect') return '/connect'
  return 'code' in start ? getCodePath(start.code) : `/link/${start.kind}`
}

/** Path of the screen that a code of this version opens. */
export function getCodePath(code: string): string {
  return code.startsWith('a') ? `/attempts/${getAttemptId(code)}` : `/${code.charAt(0)}/${code}`
}
