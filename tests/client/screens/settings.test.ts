import { expect, test } from 'vitest'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

test('Settings lead to the policy, the terms and the notices, in the language of the app', async () => {
  const member = { initData: 'signed', telegramId: '1001', firstName: 'Ada', languageCode: 'es' }
  const telegram = createFakeTelegram({ launch: { place: 'telegram', ...member } })
  const app = openApp({ telegram, route: { screen: 'settings' } })
  await until(() => expect(app.text()).toContain('Política de privacidad'))
  app.press('Política de privacidad')
  app.press('Condiciones de uso')
  app.press('Licencias de código abierto')
  expect(
    telegram.opened.map((url) => new URL(url)).map(({ pathname, search }) => pathname + search),
  ).toEqual(['/privacy?lang=es', '/terms?lang=es', '/notices?lang=es'])
})
