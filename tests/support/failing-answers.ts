import type { ServerResponse } from 'node:http'

export type WriteAnswer = (response: ServerResponse) => void

/** Answers this as JSON. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): WriteAnswer {
  return (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

/** Sends as fast as the other side reads, and never ends. */
export function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

/** What a service that fails does in place of an answer. */
export const FAILING_ANSWERS: readonly (readonly [does: string, answer: WriteAnswer])[] = [
  ['closes the connection', (response) => void response.destroy()],
  ['stays silent', () => undefined],
  ['stops in the middle of its answer', (response) => void response.writeHead(200).write('{"re')],
  ['breaks off in the middle of its answer', breakOff],
  ['redirects elsewhere', (r) => void r.writeHead(302, { location: '/elsewhere' }).end()],
  ['answers in HTML', (response) => void response.end('<html>')],
  ['answers nothing', (response) => void response.end()],
  ['answers null', json(null)],
  ['answers a list', json([])],
]

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' }).write('{"re')
  response.destroy()
}
