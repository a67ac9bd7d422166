import { expect, test } from 'vitest'
import { writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import { readSources } from '#tests/support/read-sources.ts'

const user = { telegramId: '412087331', username: 'ada_fisher' }
const times = { issuedAt: Date.UTC(2026, 10, 20, 12), expiresAt: Date.UTC(2026, 10, 20, 13) }
const account = { chainId: 1, address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** All that a wallet is asked to sign in words. */
function writeAll(): string[] {
  const ton = { domain: 'app.example', appName: 'Clasp', user, payload: 'a'.repeat(43), ...times }
  const nonce = Buffer.alloc(32, 7).toString('base64url')
  const evm = { publicUrl: 'https://app.example', appName: 'Clasp', user, account, nonce, ...times }
  const attempt = { ...evm, attemptId: 'Qm9yZWRBdHRlbXB0SWQtXw' }
  return [
    writeTonText(ton),
    writeTonText({ ...ton, multisig: 'EQAAAA' }),
    writeEvmMessage(attempt),
    writeEvmMessage({ ...attempt, kind: 'safe' }),
    writeEvmMessage({ ...attempt, safe: account }),
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

test.each(WORDINGS)('“%s” stands once, for its writer and its reader', (wording) => {
  expect(writeAll().some((text) => text.includes(wording))).toBe(true)
  expect(code.split(wording)).toHaveLength(2)
})
