import type { Question } from './telegram.ts'

/** The browser's own dialog; its buttons cannot be named. */
export function askInBrowser({ title, message }: Question): Promise<boolean> {
  return Promise.resolve(window.confirm(`${title}\n\n${message}`))
}
