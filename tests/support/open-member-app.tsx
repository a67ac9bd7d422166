import type { AppServer } from './app-server.ts'
import { createFakeTelegram } from './fake-telegram.ts'
import { openApp } from './open-app.tsx'

/** The app as a member has it open. */
export type MemberApp = ReturnType<typeof openMemberApp>

type Options = Omit<Partial<Parameters<typeof openApp>[0]>, 'server'>

/** Opens the app over the real server. By default Telegram opens it for Ada; `telegram` changes that. */
export function openMemberApp(server: AppServer, options: Options = {}) {
  const { boot, fetch } = server
  const telegram = createFakeTelegram({ launch: server.launch() })
  const wire = { fetch, now: () => server.server.clock.now }
  return openApp({ boot, telegram, ...options, server: wire })
}
