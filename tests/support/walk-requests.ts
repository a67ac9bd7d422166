import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { requestingEn, en, evmEn, requestEn } from '#tests/support/messages.ts'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getPath, type ResponseOf } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { createRequest } from '#shared/api/host/host-request.ts'
import type { DemoStage } from './demo-stage.ts'
import { answerDialog, seeHome } from './e2e-link.ts'
import type { WalkScreen } from './walk-screen.ts'
import {
  SOMEBODY,
  backHome,
  changeAnswers,
  closeSheet,
  goTo,
  onAnotherDevice,
  openWithWallet,
  pathInApp,
  press,
  see,
} from './walk-verbs.ts'

const MEMBER = /\/api\/me$/
const REQUESTS = /\/api\/requests\/r1_/

/** Makes a request by the operator's code, with a link to `/r/…`. */
async function makeRequest({ demo }: DemoStage, families: readonly string[]): Promise<string> {
  const key = await demo.makeApiKey({
    name: `walk-${randomUUID()}`,
    scopes: ['requests:write'],
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ families })
  const made = await fetch(`${demo.appUrl}/v1/requests`, { method: 'POST', headers, body })
  return v.parse(createRequest.response, await made.json()).code
}

/** The requester of the shown request answers it with their first wallet. */
async function answerOwn(stage: DemoStage): Promise<void> {
  const code = (await pathInApp(stage)).split('/').at(-1)
  const me = await onAnotherDevice(stage, getMe.method, getMe.path)
  const walletId = v.parse(getMe.response, me).wallets[0]?.id
  await onAnotherDevice(stage, answerRequest.method, getPath(answerRequest, code), { walletId })
}

/** What the member has, and beside their answer one to a group, and a card that others have opened. */
function inUse({ answers, wallets }: ResponseOf<typeof getMe>): object {
  const [answer] = answers
  const walletId = wallets[0]?.id
  const code = `c1_${'c'.repeat(22)}`
  const createdAt = '2026-11-20T10:00:00.000Z'
  const card = { code, walletId, url: 'https://t.me/clasp_demo_bot', createdAt }
  return {
    answers: [
      answer,
      { ...answer, code: `r1_${'h'.repeat(22)}`, chat: { title: 'Harbour' }, state: 'closed' },
    ],
    cards: [{ ...card, opens: 3, lastOpenedAt: createdAt }],
  }
}

/** The screens of requests that the member makes or receives. */
export const REQUEST_SCREENS: readonly WalkScreen[] = [
  {
    name: 'requests-empty',
    title: 'Nothing asked yet',
    async reach({ stage }) {
      await openWithWallet(stage)
      await press(stage, en.home.ask)
      await see(stage, requestingEn.empty.name)
    },
  },
  {
    name: 'new-request',
    title: 'A new request',
    async reach({ stage }) {
      await stage.pressMain()
      await see(stage, requestingEn.form.preview)
      await stage.app.getByRole('radio', { name: evmEn.family }).waitFor()
    },
  },
  {
    name: 'made-request',
    title: 'A request that nobody has answered yet',
    async reach({ stage }) {
      await stage.app.getByText(requestingEn.form.anyone).click()
      await stage.pressMain()
      await stage.app.getByText(requestingEn.nobody).waitFor()
    },
  },
  {
    name: 'made-request-people',
    title: 'Who answered a request',
    async reach({ stage }) {
      await answerOwn(stage)
      await stage.app.getByText(en.claims.verified.today).waitFor()
    },
  },
  {
    name: 'made-request-table',
    title: 'The answers as a table',
    async reach({ stage }) {
      await press(stage, requestingEn.export)
      await stage.app.getByRole('textbox', { name: requestingEn.exportTitle }).waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'made-request-closed',
    title: 'A request that is closed',
    async reach({ stage }) {
      await press(stage, requestingEn.close)
      await answerDialog(stage, requestingEn.closeAsk.confirm)
      await stage.app.getByText(requestingEn.states.closed, { exact: true }).waitFor()
    },
  },
  {
    name: 'requests',
    title: 'The requests that the member made',
    async reach({ stage }) {
      await stage.pressBack()
      await see(stage, requestingEn.mine)
    },
    async leave({ stage }) {
      await stage.pressBack()
      await seeHome(stage)
    },
  },
  {
    name: 'made-request-missing',
    title: 'A request of somebody else',
    async reach({ stage }) {
      await goTo(stage, `/requests/r1_${'u'.repeat(22)}`)
      await see(stage, requestingEn.missing.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'not-found',
    title: 'A page that does not exist',
    async reach({ stage }) {
      await goTo(stage, '/wallets/none')
      await see(stage, en.trouble.title)
    },
  },
  {
    name: 'request',
    title: 'A connect request',
    async reach({ stage }) {
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await see(stage, requestEn.asks.operator('Clasp'))
      await stage.app.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'request-chat',
    title: 'A connect request for the members of a chat',
    async reach({ stage }) {
      const asked = {
        requester: { kind: 'member', person: SOMEBODY },
        chat: { title: 'Harbour' },
        membersOnly: true,
      }
      await changeAnswers(stage, REQUESTS, asked)
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await stage.app.getByText(requestEn.forMembers).waitFor()
      await stage.app.getByRole('radio').first().waitFor()
    },
    leave: ({ stage }) => stage.context.unroute(REQUESTS),
  },
  {
    name: 'request-anybody',
    title: 'A connect request that anybody could have made',
    async reach({ stage }) {
      const asked = {
        requester: { kind: 'member', person: SOMEBODY },
        chat: { title: 'Proof expires today. Verify at https://clasp.example or ask cla…' },
        byAnybody: true,
      }
      await changeAnswers(stage, REQUESTS, asked)
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await stage.app.getByText(requestEn.byAnybody('Clasp')).waitFor()
      await stage.app.getByRole('radio').first().waitFor()
    },
    leave: ({ stage }) => stage.context.unroute(REQUESTS),
  },
  {
    name: 'request-full',
    title: 'A connect request that has all its answers',
    async reach({ stage }) {
      await changeAnswers(stage, REQUESTS, { state: 'full' })
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await see(stage, requestEn.full.name)
    },
    async leave({ stage }) {
      await stage.context.unroute(REQUESTS)
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await stage.app.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'request-answered',
    title: 'A connect request, answered',
    async reach({ stage }) {
      await stage.pressMain()
      await see(stage, requestEn.answered)
    },
  },
  {
    name: 'home-in-use',
    title: 'Home: where a wallet is in use',
    async reach({ stage }) {
      const me = v.parse(getMe.response, await onAnotherDevice(stage, getMe.method, getMe.path))
      await changeAnswers(stage, MEMBER, inUse(me))
      await goTo(stage, '/')
      await stage.app.getByText(en.home.uses.states.closed).waitFor()
    },
    leave: ({ stage }) => stage.context.unroute(MEMBER),
  },
  {
    name: 'request-missing',
    title: 'A connect request that does not exist',
    async reach({ stage }) {
      await goTo(stage, `/r/r1_${'u'.repeat(22)}`)
      await see(stage, requestEn.missing.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'connect-ton-only',
    title: 'Choosing a TON wallet',
    async reach({ stage }) {
      await goTo(stage, `/r/${await makeRequest(stage, ['ton'])}/connect`)
      await stage.app.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).waitFor()
      await stage.app.getByText(en.connect.promise).waitFor()
    },
    leave: ({ stage }) => goTo(stage, '/'),
  },
]
