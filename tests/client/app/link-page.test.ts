import { expect, test, vi } from 'vitest'
import { openSession } from '#shared/api/open-session.ts'
import { shareWallet } from '#shared/api/share-wallet.ts'
import { getCodePath } from '#shared/code-path.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { isolated } from '#client/i18n/format.ts'
import { parseRoute } from '#client/screens/routing/router.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { shareOwnersServers } from '#tests/support/cosigning.ts'
import { drawPicture } from '#tests/support/draw-picture.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { en, multisigEn, requestEn, requestFa } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA, type TestAccount } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const { startCosigningStage } = shareOwnersServers()

/** A request of the operator. */
async function startRequest() {
  const server = await startAppServer()
  const operator = await server.operate()
  return { server, operator, code: await operator.makeRequest() }
}

/** A card of this account's wallet. */
async function startCard(holder: TestAccount = ILYA) {
  const server = await startAppServer()
  const visitor = await server.visit(holder)
  const { id: walletId } = await visitor.linkTon()
  return { server, code: (await visitor.api.call(shareWallet, { body: { walletId } })).code }
}

/** Ada follows a link whose picture is on the page. */
async function follow(server: AppServer, code: string, account = ADA) {
  const telegram = createFakeTelegram({ launch: server.launch(account, code) })
  const picture = await drawPicture(server, code)
  return openMemberApp(server, { telegram, picture, route: parseRoute(getCodePath(code)) })
}

/** Whether the page has shown a placeholder for the whole screen. */
function watchForPlaceholder({ container }: Awaited<ReturnType<typeof follow>>) {
  const isThere = () => container.querySelector('main[aria-busy=true]') !== null
  let wasThere = isThere()
  new MutationObserver(() => (wasThere ||= isThere())).observe(container, {
    childList: true,
    subtree: true,
  })
  return () => wasThere
}

test.each(LANGUAGES)('the picture of each link is complete in %s', async (language) => {
  const request = await startRequest()
  const card = await startCard()
  const cosigning = await startCosigningStage()
  for (const { server, code } of [request, card, cosigning]) {
    const picture = await drawPicture(server, code, language)
    expect(picture).not.toContain('aria-busy="true"')
    expect(picture).toContain('<h1')
  }
})

test('the picture of a request says who asks, and nothing of when: that depends on the reader', async () => {
  vi.stubEnv('TZ', 'Asia/Tehran')
  const { server, code } = await startRequest()
  const picture = await drawPicture(server, code)
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(await drawPicture(server, code)).toBe(picture)
  expect(picture).toContain(requestEn.until)
  expect(picture).toContain(server.boot.operator.replace('&', '&amp;'))
  vi.unstubAllEnvs()
})

test('the picture of a cosigning has no button, and says of no owner whose they are', async () => {
  const { server, code } = await startCosigningStage()
  const picture = await drawPicture(server, code)
  expect(picture).toContain(multisigEn.cosign.asksSignature(isolated('Ilya')))
  for (const text of [multisigEn.you, multisigEn.cosign.unlistedSignature, multisigEn.cosign.sign])
    expect(picture).not.toContain(`>${text}<`)
})

test('a link’s screen takes the place of its picture in one step, after one call', async () => {
  for (const { server, code } of [await startRequest(), await startCard()]) {
    const app = await follow(server, code)
    const hadPlaceholder = watchForPlaceholder(app)
    await until(() => expect(document.documentElement.dataset['hydrated']).toBe(''))
    delete document.documentElement.dataset['hydrated']
    expect(hadPlaceholder()).toBe(false)
    expect(server.sent.map(({ path }) => path)).toEqual(['/api/session'])
  }
})

test('a request that closes between the page and the session is shown as closed', async () => {
  const { server, operator, code } = await startRequest()
  const release = server.hold(openSession)
  const app = await follow(server, code)
  expect(app.text()).toContain(requestEn.asksText)
  await operator.closeRequest(code)
  release()
  await app.sees(requestEn.closed.name)
})

test('a member whose language is another than the page’s gets the screen in theirs', async () => {
  const { server, code } = await startRequest()
  const app = await follow(server, code, { ...ADA, language_code: 'fa' })
  expect(app.text()).toContain(requestEn.asksText)
  await app.sees(requestFa.asksText)
})

test('the picture stays until the session is refused, and then the app says why', async () => {
  const { server, code } = await startRequest()
  server.refuse(openSession, 'init-data-expired')
  const app = await follow(server, code)
  expect(app.text()).toContain(requestEn.asksText)
  await app.sees(en.problems['init-data-expired'])
  expect(app.text()).not.toContain(requestEn.asksText)
})

test('attack: a name in a picture is text, whatever it closes', async () => {
  const first_name = '</p></template><script>alert(1)</script><img src=x onerror=alert(2)>'
  const { server, code } = await startCard({ ...ILYA, first_name })
  const page = document.createElement('div')
  page.innerHTML = `<template>${await drawPicture(server, code)}</template><i></i>`
  const [template, after, ...others] = page.children
  expect(others).toEqual([])
  expect(after?.tagName).toBe('I')
  if (!(template instanceof HTMLTemplateElement)) throw new Error('no template')
  expect(template.content.querySelector('script, img')).toBeNull()
  expect(template.content.textContent).toContain('<script>alert(1)')
})
