import { SESSION_PATH } from '#shared/session-path.ts'

/** Where the page's first script leaves the answer for the app. */
const PLACE = 'earlySession'

/** Opens the session before the app has arrived. */
export function openEarly(initData: string): Promise<Response> {
  const headers = {
    accept: 'application/json',
    // Of the page, in which the answer's picture is shown.
    'accept-language': document.documentElement.lang,
    authorization: `tma ${initData}`,
  }
  const answer = fetch(SESSION_PATH, { method: 'POST', headers })
  // The app meets the failure when it takes the answer.
  answer.catch(() => {})
  Object.assign(window, { [PLACE]: answer })
  return answer
}

/** The answer that the first script has asked for, once; null for another call. */
export function takeEarly(...[path, init]: Parameters<typeof fetch>): Promise<Response> | null {
  const answer: unknown = Reflect.get(window, PLACE)
  if (path !== SESSION_PATH || init?.method !== 'POST' || !(answer instanceof Promise)) return null
  Reflect.deleteProperty(window, PLACE)
  const { signal } = init
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race([answer, aborted])
}
