import { describe, expect, test } from 'vitest'
import { setDoor } from '#shared/api/set-door.ts'
import { getDoor } from '#shared/api/get-door.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { doorCode } from '#shared/start-param.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { doorEn, en } from '#tests/support/messages.ts'
import { openMemberApp } from '#tests/support/open-member-app.tsx'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const { door } = doorEn
const GROUP = '-1001'
const TON_ONLY: DoorRule = { kind: 'wallet', family: 'ton', level: null, binding: null }

/** The kinds of rules, of which one is chosen. */
const rules = ({ container }: ReturnType<typeof openMemberApp>) => [
  ...container.querySelectorAll<HTMLInputElement>('input[name=rule]'),
]

/** A group of two administrators, and its door as one of them reads it. */
async function startGroup() {
  const server = await startAppServer()
  const { telegram, store, clock } = server.server
  telegram.addGroup({ id: GROUP, title: 'Council', administrators: [ADA.id, NEGAR.id] })
  const { id } = await store.saveChat({ telegramId: GROUP, title: 'Council' }, clock.now)
  const api = await server.signIn(ADA)
  return {
    server,
    read: async () => (await api.call(getDoor, { id })).door,
    returnTo: async (app: ReturnType<typeof openMemberApp>) => {
      const before = server.sentTo(getDoor).length
      app.telegram.comeBack()
      await until(() => expect(server.sentTo(getDoor).length).toBeGreaterThan(before))
      await server.settled()
    },
    setAs: async (person: typeof ADA, rule: DoorRule, version: number | null) =>
      (await server.signIn(person)).call(setDoor, { id, body: { version, rule, tags: false } }),
    open: (person = ADA) =>
      openMemberApp(server, {
        telegram: createFakeTelegram({ launch: server.launch(person) }),
        route: { screen: 'door', code: doorCode(id) },
      }),
  }
}

/** An administrator sees a door for which the operator's code decides. */
async function openHostsDoor() {
  const group = await startGroup()
  await group.setAs(ADA, { kind: 'host' }, null)
  const app = group.open()
  await app.sees(door.turnOff)
  return { ...group, app }
}

describe('an administrator', () => {
  test('turns the door on, changes it and turns it off after a question', async () => {
    const { open, read } = await startGroup()
    const app = open()
    await app.sees(door.title('Council'))
    await app.tapMain(door.turnOn)
    await app.sees(door.turnOff)
    expect(await read()).toMatchObject({ rule: { kind: 'wallet', family: null }, tags: false })

    rules(app)[2]?.click()
    await app.tapMain(door.save)
    await app.sees(door.nobody)
    await expect.poll(read).toMatchObject({ rule: { kind: 'host' } })

    app.telegram.answers.push(true)
    app.press(door.turnOff)
    await app.seesMain(door.turnOn)
    expect(await read()).toBeNull()
  })

  test('attack: a change that was made upon an older door changes nothing, and shows what the other chose', async () => {
    const { open, read, setAs } = await startGroup()
    const app = open()
    await app.sees(door.title('Council'))
    await setAs(NEGAR, TON_ONLY, null)
    await app.tapMain(door.turnOn)
    await app.sees(en.problems['door-changed'])
    await app.sees('Negar')
    expect(await read()).toMatchObject({ rule: { family: 'ton' }, setBy: { firstName: 'Negar' } })
  })

  test('keeps what they have chosen when they return after another’s change, and reads of it as they save', async () => {
    const { app, read, setAs, returnTo } = await openHostsDoor()
    rules(app)[1]?.click()
    await setAs(NEGAR, TON_ONLY, (await read())?.version ?? null)
    await returnTo(app)
    expect(rules(app).map(({ checked }) => checked)).toEqual([false, true, false])
    rules(app)[0]?.click()
    await app.tapMain(door.save)
    await app.sees(en.problems['door-changed'])
    await app.sees('Negar')
    expect(await read()).toMatchObject({ rule: { family: 'ton' } })
  })

  test('sees another’s change when they return with nothing chosen, or with their choice taken back', async () => {
    const { app, read, setAs, returnTo } = await openHostsDoor()
    rules(app)[1]?.click()
    await until(() => expect(rules(app)[1]?.checked).toBe(true))
    rules(app)[2]?.click()
    await setAs(NEGAR, TON_ONLY, (await read())?.version ?? null)
    await returnTo(app)
    await app.sees('Negar')
    expect(rules(app).map(({ checked }) => checked)).toEqual([true, false, false])
  })
})

test('attack: a member who is no administrator sees nothing of the door', async () => {
  const { open, setAs } = await startGroup()
  await setAs(ADA, TON_ONLY, null)
  const app = open(ILYA)
  await app.sees(en.problems['not-administrator'])
  expect(app.text()).not.toContain('Council')
})
