import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as evm from '#proof/evm/sign-in-message.ts'
import * as ton from '#proof/ton/ton-text.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { readSources } from '#tests/support/read-sources.ts'

const user = { telegramId: '412087331', username: 'ada_fisher' }
const { telegramId } = user
const [from, to] = [Date.UTC(2026, 10, 20, 12), Date.UTC(2026, 10, 20, 13)]
const times = { issuedAt: from, expiresAt: to }
const account = { chainId: 1, address: '0x52908400098527886E0F7030069857D2E4169EE7' }
const network = '-239'
const multisig = { name: `tvm:-239:0%3A${'ab'.repeat(32)}`, raw: `0:${'ab'.repeat(32)}` }

const AS_THEY_ARE = { evm, ton }
type Modules = typeof AS_THEY_ARE
type Text = { text: string; isRead: boolean; times: object }

/** All that a wallet is asked to sign in words, and whether the readers take it for that. */
function writeAll({ evm, ton }: Modules): Text[] {
  const [payload, domain, appName] = ['a'.repeat(43), 'app.example', 'Clasp']
  const nonce = Buffer.alloc(32, 7).toString('base64url')
  const terms = { publicUrl: `https://${domain}`, appName, user, account, nonce, ...times }
  const attempt = { ...terms, attemptId: 'Qm9yZWRBdHRlbXB0SWQtXw' }
  const facts = { domain, appName, user, payload, ...times }
  const { STATEMENT_STARTS: starts } = evm
  const readTon = (text: string, named?: string): Text => ({
    text,
    isRead: ton.isTonText(text, { domain, payload, telegramId, ...(named && { multisig: named }) }),
    times: ton.readTonTextTimes(text),
  })
  const readEvm = (text: string, statement: string): Text => ({
    text,
    isRead:
      evm.readSignInMessage(text, { ...account, telegramId, statements: [statement] }) !== null,
    times: evm.readMessageTimes(text),
  })
  const friendly = formatTonAddress(multisig.raw, { network })
  return [
    readTon(ton.writeTonText(facts)),
    readTon(ton.writeTonText({ ...facts, multisig: friendly }), multisig.name),
    readEvm(evm.writeEvmMessage(attempt), starts.wallet),
    readEvm(evm.writeEvmMessage({ ...attempt, kind: 'safe' }), starts.safe),
    readEvm(evm.writeEvmMessage({ ...attempt, safe: account }), starts.agree(account)),
  ]
}

/** The words by which a reader knows such a text again. */
const WORDINGS = [
  'Link this wallet to ',
  'Link this Safe to ',
  'Agree, with ',
  ', to link a multisig of which this wallet is a signer.',
  'agree to link Safe ',
  ' wants you to sign in with your Ethereum account:',
  'Issued: ',
  'Expires: ',
  'Issued At: ',
  'Expiration Time: ',
  'Request ID: ',
]

/** Our code without its comments; the demo's simulated wallets and the texts of screens are no readers. */
const code = readSources('src')
  .filter(({ file }) => !/^(?:demo|i18n|server\/legal)\//u.test(file))
  .map((source) => source.code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, ''))
  .join('\n')

/** The same wording with another word in it. */
const change = (wording: string) => wording.replace(/[a-z]{3,}/u, 'changed')

let planted = ''
let server: ViteDevServer
beforeAll(async () => {
  server = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'plant',
        enforce: 'pre',
        transform: (source) => source.replaceAll(planted, change(planted)),
      },
    ],
  })
})
afterAll(() => server.close())

/** The writers and readers as they would be if the sources had this wording changed. */
async function plant(wording: string): Promise<Modules> {
  planted = wording
  server.moduleGraph.invalidateAll()
  return {
    evm: await load('/src/proof/evm/sign-in-message.ts', evm),
    ton: await load('/src/proof/ton/ton-text.ts', ton),
  }
}

async function load<Module extends object>(path: string, real: Module): Promise<Module> {
  const loaded: object = await server.ssrLoadModule(path)
  if (!isLike(real, loaded)) throw new Error(`another module is at ${path}`)
  return loaded
}

function isLike<Module extends object>(real: Module, loaded: object): loaded is Module {
  return Object.keys(real).every((name) => name in loaded)
}

test.each(WORDINGS)('“%s” stands once, for its writer and its reader', async (wording) => {
  expect(code.split(wording)).toHaveLength(2)
  const asTheyAre = writeAll(AS_THEY_ARE)
  const changed = writeAll(await plant(wording))
  expect(changed).not.toEqual(asTheyAre)
  const seconds = { from: from / 1_000, to: to / 1_000 }
  for (const text of [...asTheyAre, ...changed])
    expect(text).toMatchObject({ isRead: true, times: seconds })
})
