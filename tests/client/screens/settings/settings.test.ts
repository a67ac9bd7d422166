import { expect, test } from 'vitest'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA } from '#tests/support/people.ts'

test('Settings lead to the policy, the terms and the notices, in the language of the app', async () => {
  const server = await startAppServer()
  const launch = server.launch({ ...ADA, language_code: 'es' })
  const telegram = createFakeTelegram({ launch })
  const app = openMemberApp(server, { telegram, route: { screen: 'settings' } })
  await app.tap('Política de privacidad')
  app.press('Condiciones de uso')
  app.press('Licencias de código abierto')
  expect(
    telegram.opened.map((url) => new URL(url)).map(({ pathname, search }) => pathname + search),
  ).toEqual(['/privacy?lang=es', '/terms?lang=es', '/notices?lang=es'])
})
