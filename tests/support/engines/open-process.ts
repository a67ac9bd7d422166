import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export type OpenProcess = {
  /** Settles with the first match in what it prints; rejects where it ends before. */
  see(pattern: RegExp): Promise<RegExpExecArray>
}

/** Starts a program with processes of its own, as browsers and their drivers are. All of them end with the test. */
export function openProcess(
  file: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): OpenProcess {
  const child = spawn(file, args, {
    detached: true,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const streams = [child.stdout, child.stderr]
  let text = ''
  for (const stream of streams) stream.on('data', (chunk) => (text += String(chunk)))

  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await exit
  })
  return {
    async see(pattern) {
      const ended = exit.then(() => Promise.reject(new Error(`${file} ended: ${text}`)))
      for (;;) {
        const match = pattern.exec(text)
        if (match !== null) return match
        await Promise.race([ended, ...streams.map((stream) => once(stream, 'data'))])
      }
    },
  }
}
