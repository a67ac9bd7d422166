import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { proxy } from 'hono/proxy'
import { ROOT } from '#server/config/root.ts'
import { createHostBot, type HostBotOptions } from '../../docs/examples/host-bot/create-host-bot.ts'

/** The examples of an operator's bot that replace Clasp's in the chat. */
export type HostBotName = 'host-bot' | 'python-bot'

/** An example of an operator's bot while it runs. */
export type RunningHostBot = {
  /** Answers a request to `WEBHOOK_URL`. */
  receive(request: Request): Response | Promise<Response>
  stop(): Promise<void>
}

const PYTHON_CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))'

/** Whether what the bot needs is installed on this machine. */
export function canRunHostBot(name: HostBotName): boolean {
  return name === 'host-bot' || spawnSync('python3', ['-c', PYTHON_CHECK]).status === 0
}

export function startHostBot(
  name: HostBotName,
  options: HostBotOptions,
): RunningHostBot | Promise<RunningHostBot> {
  return name === 'host-bot' ? startTypeScriptBot(options) : startPythonBot(options)
}

function startTypeScriptBot(options: HostBotOptions): RunningHostBot {
  const { bot, receiver } = createHostBot(options)
  void bot.start()
  return { receive: (request) => receiver.fetch(request), stop: () => bot.stop() }
}

const PROGRAM = join(ROOT, 'docs/examples/python-bot/club_bot.py')

async function startPythonBot(options: HostBotOptions): Promise<RunningHostBot> {
  const child = spawn('python3', [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(ROOT, 'src/host'),
      PYTHONDONTWRITEBYTECODE: '1',
      // Any that is free: the first line names it.
      PORT: '0',
      BOT_TOKEN: options.token,
      TELEGRAM_API_ROOT: options.apiRoot,
      CLASP_URL: options.claspUrl,
      CLASP_API_KEY: options.apiKey,
      CLASP_SIGNING_SECRET: options.signingSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').catch(() => [])
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  const address = /http:\S+/.exec(String(line))?.[0]
  if (address === undefined) throw new Error('the bot of the example does not start')
  return {
    receive: (request) => proxy(address, { raw: request }),
    async stop() {
      child.kill()
      await ended
    },
  }
}
