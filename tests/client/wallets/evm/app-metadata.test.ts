import { expect, test } from 'vitest'
import { appMetadata } from '#client/wallets/evm/app-metadata.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'

const APP = {
  appName: 'Clasp',
  origin: 'https://app.example.com',
  appLink: 'https://t.me/clasp_bot/app?startapp',
} as const

test.each(['ios', 'android'] as const)(
  'on %s the wallet sends its owner back to the app',
  (platform) => {
    expect(appMetadata({ ...APP, telegram: createFakeTelegram({ platform }) })).toEqual({
      name: 'Clasp',
      description: 'Clasp',
      url: 'https://app.example.com',
      icons: ['https://app.example.com/icon-180.png'],
      redirect: {
        universal: 'https://t.me/clasp_bot/app?startapp',
        native: 'tg://resolve?domain=clasp_bot&appname=app&startapp',
      },
    })
  },
)

test("the bot's main app has no name in the link", () => {
  const telegram = createFakeTelegram({ platform: 'ios' })
  const metadata = appMetadata({ ...APP, appLink: 'https://t.me/clasp_bot?startapp', telegram })
  expect(metadata).toMatchObject({ redirect: { native: 'tg://resolve?domain=clasp_bot&startapp' } })
})

test('the way back can lead to an attempt', () => {
  const telegram = createFakeTelegram({ platform: 'ios' })
  const appLink = `${APP.appLink}=a1_attemptattemptattempta` as const
  expect(appMetadata({ ...APP, appLink, telegram })).toMatchObject({
    redirect: {
      universal: 'https://t.me/clasp_bot/app?startapp=a1_attemptattemptattempta',
      native: 'tg://resolve?domain=clasp_bot&appname=app&startapp=a1_attemptattemptattempta',
    },
  })
})

test.each(['tdesktop', 'macos', 'web', 'weba', 'unknown'] as const)(
  'on %s the wallet knows no way back',
  (platform) => {
    const metadata = appMetadata({ ...APP, telegram: createFakeTelegram({ platform }) })
    expect(metadata).not.toHaveProperty('redirect')
  },
)
