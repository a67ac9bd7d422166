import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePeopleTable } from '#server/http/people-table.ts'
import type { PersonalAnswer } from '#server/store/requests/received-answers.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import {
  NOON,
  sampleContract,
  sampleEvmWallet,
  sampleWallet,
} from '#tests/support/store-samples.ts'

const USER: StoredUser = {
  id: 'u'.repeat(22),
  telegramId: '7001',
  firstName: 'Zebulon',
  username: 'zebulon_pike',
  language: 'en',
  chosenLanguage: null,
  mayMessage: true,
  isWriteAccessReported: false,
  createdAt: NOON,
  lastSeenAt: NOON,
}

const LINKED = {
  id: 'w'.repeat(22),
  userId: USER.id,
  label: 'Secret savings',
  primary: true,
  verifiedAt: NOON,
  staleAt: null,
  multisig: null,
}
const WALLET: StoredWallet = { ...sampleWallet({ address: `0:${'ab'.repeat(32)}` }), ...LINKED }

function getAnswer(change: Partial<PersonalAnswer> = {}): PersonalAnswer {
  return { user: USER, wallet: WALLET, answeredAt: NOON, withdrawnAt: null, ...change }
}

const named = (firstName: string, username: string | null = 'zebulon_pike') =>
  getAnswer({ user: { ...USER, firstName, username } })

async function* each(answers: PersonalAnswer[]) {
  yield* answers
}

const write = (...answers: PersonalAnswer[]) => writePeopleTable(each(answers))

/** Cells as a spreadsheet reads them that takes `separator` for the end of a cell. */
function read(csv: string, separator = ','): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)")?([^${separator}\\r\\n]*)(${separator}|\\r?\\n)`,
    'gy',
  )
  const rows: string[][] = [[]]
  for (const [, quoted = '', rest = '', end] of csv.replace(/^\uFEFF/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"') + rest)
    if (end !== separator) rows.push([])
  }
  return rows.slice(0, -1)
}

describe('a table of people', () => {
  test('a table has a header, and a line for each answer in its order', async () => {
    const csv = await write(getAnswer(), named('Ada', null))
    expect(csv.startsWith('\uFEFFanswered,withdrawn,family,')).toBe(true)
    expect(csv.endsWith('\r\n')).toBe(true)
    expect(read(csv)).toEqual([
      [
        'answered',
        'withdrawn',
        'family',
        'network',
        'address',
        'level',
        'binding',
        'first_name',
        'username',
        'stale_since',
        'telegram_id',
      ],
      [
        '2026-11-20T12:00:00.000Z',
        '',
        'ton',
        'mainnet',
        expect.stringMatching(/^UQ[\w-]{46}$/),
        'key',
        'domain',
        'Zebulon',
        'zebulon_pike',
        '',
        '7001',
      ],
      expect.arrayContaining(['Ada', '']),
    ])
  })

  test('a table says on which network an address is', async () => {
    const wallets: StoredWallet[] = [
      { ...sampleWallet({ network: '-3' }), ...LINKED },
      { ...sampleEvmWallet(), ...LINKED },
      { ...sampleContract(8453), ...LINKED },
    ]
    const rows = read(await write(...wallets.map((wallet) => getAnswer({ wallet }))))
    expect(rows.map(([, , family, network]) => [family, network]).slice(1)).toEqual([
      ['ton', 'testnet'],
      ['evm', 'all chains'],
      ['evm', '8453'],
    ])
    expect(rows[2]?.[4]).toBe(wallets[1]?.address)
  })

  test('a table says since when a proof no longer holds', async () => {
    const rows = read(await write(getAnswer({ wallet: { ...WALLET, staleAt: NOON + 60_000 } })))
    expect(rows[1]?.[9]).toBe('2026-11-20T12:01:00.000Z')
  })

  test('a table says when an answer was taken back, and no wallet', async () => {
    const rows = read(await write(getAnswer({ wallet: null, withdrawnAt: NOON + 1_000 })))
    expect(rows[1]).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:00:01.000Z',
      '',
      '',
      '',
      '',
      '',
      'Zebulon',
      'zebulon_pike',
      '',
      '7001',
    ])
  })

  test('leaves out what members wrote for themselves, and the ids of the database', async () => {
    const csv = await write(getAnswer())
    for (const secret of ['Secret savings', LINKED.id, USER.id]) expect(csv).not.toContain(secret)
  })

  test('a table of no answers is a header', async () => {
    expect(read(await write())).toHaveLength(1)
  })

  test.each([
    ['commas', 'Pike, Zebulon', 'Pike, Zebulon'],
    ['quotes', 'Zeb "the" Pike', 'Zeb "the" Pike'],
    ['line breaks', 'Zeb\r\nulon\nPike', 'Zeb ulon Pike'],
    ['a tab and a bell', '\tZeb\u0007ulon', 'Zeb ulon'],
    ['a line separator', 'Zeb\u2028ulon', 'Zeb ulon'],
    ['marks that turn text around', '\u202EnoluBeZ\u2069', 'noluBeZ'],
    ['joiners that it needs', 'می‌خواهم 👩‍🚀', 'می‌خواهم 👩‍🚀'],
  ])('shows a name with %s in one cell', async (_, firstName, shown) => {
    expect(read(await write(named(firstName)))[1]?.[7]).toBe(shown)
  })
})

describe('attack: a name that a spreadsheet would compute stays text', () => {
  test.each([
    '=HYPERLINK("https://evil.example","Click")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    ' =1+1',
    '\u202E=1+1',
    '＝1+1',
    '"=1+1',
    'x;=1+1',
    'x,=1+1',
    'x\t=1+1',
    'x";=1+1;"',
  ])('%j', async (firstName) => {
    const csv = await write(named(firstName))
    for (const separator of [',', ';', '\\t', '\\|'])
      for (const cell of read(csv, separator).flat())
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  })

  test('any name whatever, whatever ends a cell', async () => {
    const unit = fc.constantFrom(...Array.from('=+-@;,|"\'\t\r\n a＝'))
    const names = fc.string({ unit, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(names, fc.option(names), async (firstName, username) => {
        const csv = await write(named(firstName, username))
        expect(read(csv)).toHaveLength(2)
        expect(read(csv)[1]).toHaveLength(11)
        for (const separator of [',', ';', '\\t', '\\|'])
          for (const cell of read(csv, separator).flat())
            expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }),
      { numRuns: 500 },
    )
  })
})
