import { isValid, sign } from '@telegram-apps/init-data-node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createInitDataVerifier } from '#server/http/init-data.ts'
import { signFields, signInitData } from '#tests/support/init-data.ts'
import { signLaunch } from '#tests/support/proof-launch.ts'

const BOT_TOKEN = '123456789:AAlaunchDATAlaunchDATAlaunchDATA_-x'
const OTHER_TOKEN = '123456789:AAotherOTHERotherOTHERotherOTHERot'
const AUTH_DATE = 1_795_190_400
const NOW = AUTH_DATE * 1_000
const HOUR = 3_600_000
const USER = {
  id: 279_058_397,
  first_name: 'Владислав + "& Co"=',
  last_name: 'K',
  username: 'vdkfrost',
  language_code: 'ru',
  is_premium: true,
  allows_write_to_pm: true,
}

const valid = { botToken: BOT_TOKEN, user: USER, authDate: AUTH_DATE }
const refused = (code: string) => ({ ok: false, code })

/** Makes the check anew, so that a fault in making it fails tests, not the loading of this file. */
function verify(raw: string | undefined, now: number) {
  return createInitDataVerifier(BOT_TOKEN)(raw, now)
}

describe('genuine init data', () => {
  test('initData of the independent library opens a launch', () => {
    const raw = sign(
      {
        user: USER,
        start_param: 'r1_0123456789abcdefABCDEF',
        query_id: 'AAHdF6IQ',
        signature: 'c2ln',
      },
      BOT_TOKEN,
      new Date(NOW),
    )
    expect(verify(raw, NOW)).toEqual({
      ok: true,
      launch: {
        user: {
          telegramId: '279058397',
          firstName: USER.first_name,
          username: 'vdkfrost',
          languageCode: 'ru',
          allowsWriteToPm: true,
        },
        startParam: 'r1_0123456789abcdefABCDEF',
        joinQueryId: null,
        authDate: AUTH_DATE,
        signed: null,
      },
    })
  })

  test('is accepted for a user with nothing but an id and a name', () => {
    expect(verify(signInitData({ ...valid, user: { id: 1, first_name: '' } }), NOW)).toEqual({
      ok: true,
      launch: {
        user: {
          telegramId: '1',
          firstName: '',
          username: null,
          languageCode: undefined,
          allowsWriteToPm: null,
        },
        startParam: null,
        joinQueryId: null,
        authDate: AUTH_DATE,
        signed: null,
      },
    })
  })

  test('what Telegram signed for third parties has every field but the hash', () => {
    const startParam = 'p1_x'
    const raw = signLaunch({ botToken: BOT_TOKEN, user: USER, authDate: AUTH_DATE, startParam })
    const verdict = verify(raw, NOW)
    const signed = verdict.ok ? verdict.launch.signed : null
    expect(signed?.botId).toBe('123456789')
    const expected = new URLSearchParams(raw)
    expected.delete('hash')
    expect([...new URLSearchParams(signed?.launch)]).toEqual([...expected])
  })

  test.each(['', 'c2ln', `${'A'.repeat(85)}B`, 'A'.repeat(87), `${'A'.repeat(85)}=`])(
    'a signature of another form counts as none: %j',
    (signature) => {
      const verdict = verify(signInitData({ ...valid, fields: { signature } }), NOW)
      expect(verdict).toMatchObject({ ok: true, launch: { signed: null } })
    },
  )

  test('the independent library and our check agree about every set of fields', () => {
    const names = fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== 'hash')
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), fc.boolean(), (extra, isForged) => {
        const fields = Object.fromEntries(
          Object.entries(extra).map(([name, value]) => [name, value.replaceAll(/[\r\n]/g, ' ')]),
        )
        const raw = signFields(isForged ? OTHER_TOKEN : BOT_TOKEN, {
          ...fields,
          auth_date: String(AUTH_DATE),
          user: JSON.stringify(USER),
          start_param: 'x',
        })
        expect(isValid(raw, BOT_TOKEN, { expiresIn: 0 })).toBe(!isForged)
        expect(verify(raw, NOW).ok).toBe(!isForged)
      }),
    )
  })

  test('the order of the fields in the query does not matter', () => {
    const fields = [...new URLSearchParams(signInitData(valid))].toReversed()
    expect(verify(new URLSearchParams(fields).toString(), NOW).ok).toBe(true)
  })

  test.each([
    ['no code', 'hello'],
    ['a path', '../admin'],
    ['in another alphabet', 'код'],
    ['513 characters long', 'x'.repeat(513)],
    ['4,096 characters long', 'x'.repeat(4_096)],
    ['markup', '<script>"&'],
    ['a null character', '\0'],
  ])('a start parameter that is %s keeps nobody out', (_, startParam) => {
    const verdict = verify(signInitData({ ...valid, startParam }), NOW)
    expect(verdict).toMatchObject({ ok: true, launch: { startParam } })
  })

  test('is read up to 16,384 characters, and not one more', () => {
    const empty = signInitData({ ...valid, startParam: '' })
    const startParam = 'x'.repeat(16_384 - empty.length)
    expect(verify(signInitData({ ...valid, startParam }), NOW).ok).toBe(true)
    expect(verify(signInitData({ ...valid, startParam: `${startParam}x` }), NOW)).toEqual(
      refused('init-data-malformed'),
    )
  })

  test('has no start parameter where that is empty', () => {
    const verdict = verify(signInitData({ ...valid, startParam: '' }), NOW)
    expect(verdict).toMatchObject({ ok: true, launch: { startParam: null } })
  })

  test('is accepted for a whole hour, and up to a minute ahead of our clock', () => {
    const raw = signInitData(valid)
    expect(verify(raw, NOW + HOUR).ok).toBe(true)
    expect(verify(raw, NOW + HOUR + 1)).toEqual(refused('init-data-expired'))
    expect(verify(raw, NOW - 60_000).ok).toBe(true)
    expect(verify(raw, NOW - 60_001)).toEqual(refused('init-data-from-future'))
  })
})

describe('attack: bad init data is refused', () => {
  test('no init data at all', () => {
    expect(verify(undefined, NOW)).toEqual(refused('init-data-missing'))
    expect(verify('', NOW)).toEqual(refused('init-data-missing'))
  })

  test('a bot without a token, whose init data anybody could sign', () => {
    for (const token of [
      '',
      ' ',
      'undefined',
      '123456789',
      '123456789:',
      ':AAlaunchDATA',
      `${BOT_TOKEN} `,
      `a${BOT_TOKEN}`,
    ]) {
      expect(() => createInitDataVerifier(token)).toThrow(TypeError)
    }
  })

  test.each(['!name', 'name!'])('a field that is called %s', (name) => {
    expect(verify(signInitData({ ...valid, fields: { [name]: 'x' } }), NOW)).toEqual(
      refused('init-data-malformed'),
    )
  })

  test('a hash with more around it', () => {
    const fields = new URLSearchParams(signInitData(valid))
    const hash = fields.get('hash') ?? ''
    for (const longer of [`${hash}00`, `00${hash}`]) {
      fields.set('hash', longer)
      expect(verify(fields.toString(), NOW)).toEqual(refused('init-data-malformed'))
    }
  })

  test('signed with an empty token', () => {
    expect(verify(signInitData({ ...valid, botToken: '' }), NOW)).toEqual(
      refused('init-data-invalid'),
    )
  })

  test("signed with another bot's token", () => {
    expect(verify(signInitData({ ...valid, botToken: OTHER_TOKEN }), NOW)).toEqual(
      refused('init-data-invalid'),
    )
  })

  test("another launch's hash", () => {
    const fields = new URLSearchParams(signInitData(valid))
    const other = new URLSearchParams(signInitData({ ...valid, startParam: 'other' }))
    fields.set('hash', other.get('hash') ?? '')
    expect(verify(fields.toString(), NOW)).toEqual(refused('init-data-invalid'))
  })

  test('any one field changed, added or taken away', () => {
    const raw = signInitData({ ...valid, startParam: 'start' })
    for (const name of ['auth_date', 'user', 'start_param', 'signature']) {
      const changed = new URLSearchParams(raw)
      changed.set(name, `${changed.get(name)}0`)
      expect(verify(changed.toString(), NOW)).toEqual(refused('init-data-invalid'))
      const without = new URLSearchParams(raw)
      without.delete(name)
      expect(verify(without.toString(), NOW)).toEqual(refused('init-data-invalid'))
    }
    expect(verify(`${raw}&is_admin=1`, NOW)).toEqual(refused('init-data-invalid'))
  })

  test('a field encoded once more', () => {
    const fields = new URLSearchParams(signInitData(valid))
    fields.set('user', encodeURIComponent(fields.get('user') ?? ''))
    expect(verify(fields.toString(), NOW)).toEqual(refused('init-data-invalid'))
  })

  test('a field twice, one of them forged', () => {
    const forged = `&user=${encodeURIComponent(JSON.stringify({ ...USER, id: 1 }))}`
    expect(verify(signInitData(valid) + forged, NOW)).toEqual(refused('init-data-malformed'))
  })

  test('a line break that hides a signed field in the value before it', () => {
    const { auth_date, user, start_param, ...rest } = Object.fromEntries(
      new URLSearchParams(signInitData({ ...valid, startParam: 'start' })),
    )
    const merged = {
      ...rest,
      auth_date: auth_date ?? '',
      signature: `AAAA\nstart_param=${start_param}`,
    }
    const raw = new URLSearchParams({ ...merged, user: user ?? '' }).toString()
    expect(isValid(raw, BOT_TOKEN, { expiresIn: 0 })).toBe(true)
    expect(verify(raw, NOW)).toEqual(refused('init-data-malformed'))
  })

  test('a hash that is missing or no hash', () => {
    const fields = new URLSearchParams(signInitData(valid))
    for (const hash of ['', 'zz', '0'.repeat(63), (fields.get('hash') ?? '').toUpperCase()]) {
      fields.set('hash', hash)
      expect(verify(fields.toString(), NOW)).toEqual(refused('init-data-malformed'))
    }
    fields.delete('hash')
    expect(verify(fields.toString(), NOW)).toEqual(refused('init-data-malformed'))
  })

  test.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['is not JSON', '{"id":1'],
    ['is null', 'null'],
    ['is a list', '[]'],
    ['has no id', '{"first_name":"A"}'],
    ['has no name', '{"id":1}'],
    ['has an id in words', '{"id":"1","first_name":"A"}'],
    ['has half an id', '{"id":1.5,"first_name":"A"}'],
    ['has no person for an id', '{"id":0,"first_name":"A"}'],
    ['has a group for an id', '{"id":-100,"first_name":"A"}'],
    ['has an id too large to be exact', '{"id":9007199254740993,"first_name":"A"}'],
    ['is a bot', '{"id":1,"first_name":"A","is_bot":true}'],
  ])('a signed user that %s', (_, user) => {
    const fields = { auth_date: String(AUTH_DATE), ...(user === undefined ? {} : { user }) }
    expect(verify(signFields(BOT_TOKEN, fields), NOW)).toEqual(refused('init-data-malformed'))
  })

  test.each(['', '-1', '1e9', '1795190400.5', ' 1795190400', '0x6b008e80', '9'.repeat(13)])(
    'a signed auth_date that is no whole number of seconds: "%s"',
    (authDate) => {
      const raw = signInitData({ ...valid, fields: { auth_date: authDate } })
      expect(verify(raw, NOW)).toEqual(refused('init-data-malformed'))
    },
  )

  test('more than 16 KiB', () => {
    const raw = signInitData({ ...valid, fields: { chat: 'x'.repeat(16 * 1024) } })
    expect(verify(raw, NOW)).toEqual(refused('init-data-malformed'))
  })

  test('any text whatever, which is refused without a crash', () => {
    const pairs = fc
      .array(
        fc.tuple(fc.constantFrom('hash', 'user', 'auth_date', 'x'), fc.string({ unit: 'binary' })),
      )
      .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join('&'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pairs), (raw) => {
        expect(verify(raw, NOW).ok).toBe(false)
      }),
    )
  })

  test('any signed user whatever, which never crashes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (user) => {
        const fields = { auth_date: String(AUTH_DATE), user }
        expect(verify(signFields(BOT_TOKEN, fields), NOW).ok).toBe(false)
      }),
    )
  })
})
