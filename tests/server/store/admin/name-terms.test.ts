import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { MemberFilter, MemberSearch } from '#server/store/admin/listed-members.ts'
import type { Store } from '#server/store/store.ts'
import { splitName } from '#shared/split-name.ts'
import { linkSample, NOON, sampleProfile } from '#tests/support/store-samples.ts'
import type { Dump } from '#tests/support/store-dialects.ts'
import { getBytes } from '#tests/support/store-secrets.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const PAGE = { after: null, limit: 10 }
const ALL = { isStale: false }

async function find(store: Store, text: string): Promise<string[]> {
  const [first = '', ...others] = splitName(text)
  const search = { by: 'words', words: [first, ...others] } as const
  const { members } = await store.listMembers(search, ALL, PAGE)
  return members.map(({ user }) => user.firstName)
}

/** Over as many pages as it takes, where each query looks at three. */
async function readAll(store: Store, search: MemberSearch, filter: MemberFilter) {
  const found: string[] = []
  const bounds = { names: 3, links: 3, scans: 2 }
  for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
    const page = await store.listMembers(search, filter, { after, limit: 2, bounds })
    expect(page.members.length).toBeLessThanOrEqual(2)
    found.push(...page.members.map(({ user }) => user.firstName))
    after = page.next
  }
  return found
}

/** A member with a wallet. */
async function join(store: Store, firstName: string, username: string | null = null) {
  const user = await store.saveUser(sampleProfile({ firstName, username }), NOON)
  await linkSample(store, user.id)
  return user
}

const toHex = (rows: Dump[string] = []) => rows.map(({ term }) => getBytes(term).toString('hex'))

async function followAll(store: Store): Promise<void> {
  while (await store.followNames());
}

async function changeKey(store: Store): Promise<void> {
  await store.beginKeyChange()
  for (let change = await store.followKeys(); change && !change.isOver;) {
    await store.sealAnew(change.pass)
    change = await store.followKeys()
  }
}

describeStore('names by which members are found', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  test('names are found by each word, and by no middle of one', async () => {
    await join(store, 'Anna Petrova', 'annushka')
    await join(store, 'Alexandra', null)
    for (const text of ['a', 'ann', 'anna', 'PETR', 'petrova anna', 'annushka'])
      expect(await find(store, text)).toContain('Anna Petrova')
    expect(await find(store, 'nna')).toEqual([])
    expect(await find(store, 'alexandra')).toEqual(['Alexandra'])
    expect(await find(store, 'alexandrova')).toEqual([])
  })

  test('attack: neither a name nor a beginning of one stands in the database', async () => {
    await join(store, 'Quirinus', 'quirinus_of_rome')
    const { name_terms: terms = [], users = [] } = await stage.dump()
    expect(terms.length).toBeGreaterThan(0)
    for (const value of [...terms, ...users].flatMap((row) => Object.values(row))) {
      const text = typeof value === 'object' && value !== null ? getBytes(value).toString() : value
      expect(String(text).toLowerCase()).not.toMatch(/quir|rome/)
    }
  })

  test('names are deleted with the member', async () => {
    const { id } = await join(store, 'Anna')
    await store.deleteUser(id, NOON)
    expect((await stage.dump())['name_terms']).toEqual([])
  })

  test('names of members whom an earlier version knew are stored later', async () => {
    await join(store, 'Anna')
    await join(store, '🔥')
    await stage.alter('delete from name_terms')
    await stage.alter('update users set name_key = null')
    expect(await find(store, 'anna')).toEqual([])
    await followAll(store)
    expect(await find(store, 'anna')).toEqual(['Anna'])
  })

  test('names are erased where the operator wants none, and nothing new is stored', async () => {
    await join(store, 'Anna')
    await join(store, '🔥')
    const off = await stage.openAnother({ keepsNames: false })
    await followAll(off)
    await join(off, 'Bella')
    const { name_terms: terms, users = [] } = await stage.dump()
    expect(terms).toEqual([])
    expect(users.map(({ name_key }) => name_key)).toEqual([null, null, null])
  })

  test('names are found during and after a change of DATA_KEY, and are then under the new key alone', async () => {
    await join(store, 'Anna')
    const before = toHex((await stage.dump())['name_terms'])
    const dataKey = Uint8Array.from(randomBytes(32))
    const other = await stage.openAnother({ dataKey, secondDataKey: stage.dataKey })
    expect(await find(other, 'anna')).toEqual(['Anna'])
    await changeKey(other)
    expect(await find(other, 'anna')).toEqual(['Anna'])
    await followAll(other)
    expect(await find(other, 'anna')).toEqual(['Anna'])
    const after = toHex((await stage.dump())['name_terms'])
    expect(before).not.toEqual([])
    for (const term of before) expect(after).not.toContain(term)
  })

  test('a member whose names cannot be unsealed stops nothing', async () => {
    const { id } = await join(store, 'Anna')
    await join(store, 'Bella')
    await stage.alter(`update users set profile = telegram_key where id = '${id}'`)
    await stage.alter('update users set name_key = null')
    await stage.alter('delete from name_terms')
    await followAll(store)
    expect(await find(store, 'bella')).toEqual(['Bella'])
  })

  test('a rare pair of common words is found behind many that have one of them', async () => {
    await join(store, 'Anna Zorro')
    for (let index = 0; index < 30; index += 1) await join(store, `Anna ${index}`)
    for (const words of [
      ['anna', 'zorro'],
      ['an', 'z'],
    ] as const) {
      const search = { by: 'words', words } as const
      expect(await readAll(store, search, ALL)).toEqual(['Anna Zorro'])
    }
  })

  test('few members who fit are found behind many links, and each once', async () => {
    for (let index = 0; index < 12; index += 1) {
      const { id } = await join(store, `Anna ${index}`)
      if (index % 6 === 1)
        await stage.alter(`update wallets set stale_at = 1 where user_id = '${id}'`)
    }
    const nothing = { by: 'nothing' } as const
    const stale = ['Anna 1', 'Anna 7']
    expect((await readAll(store, nothing, { isStale: true })).toSorted()).toEqual(stale)
    const both = { isStale: true, family: 'ton' } as const
    expect((await readAll(store, nothing, both)).toSorted()).toEqual(stale)
    expect(await readAll(store, nothing, { ...both, family: 'evm' })).toEqual([])
    expect(await readAll(store, nothing, { isStale: false, family: 'ton' })).toHaveLength(12)
  })
})
