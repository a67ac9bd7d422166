import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProofDocument } from '#proof/document.ts'
import { proofStartParam } from '#proof/proof-digest.ts'

const SAFE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const DOCUMENT: ProofDocument = {
  format: 'clasp-proof/1',
  wallet: `eip155:10:${SAFE}`,
  telegramId: '5000000001',
  evidence: {
    type: 'safe',
    threshold: 1,
    owners: [SAFE],
    signatures: [{ signature: '0x1b', owner: SAFE }],
    message: 'a "text"\n☺',
    block: { number: 7, hash: '0xab' },
  },
}

/** Written by hand after RFC 8785: members by their names, arrays in their order, no space. */
const CANONICAL =
  String.raw`{"evidence":{"block":{"hash":"0xab","number":7},"message":"a \"text\"\n☺",` +
  `"owners":["${SAFE}"],"signatures":[{"owner":"${SAFE}","signature":"0x1b"}],"threshold":1,` +
  `"type":"safe"},"format":"clasp-proof/1","telegramId":"5000000001","wallet":"eip155:10:${SAFE}"}`

test('the start parameter is the digest of the document in the form of RFC 8785', () => {
  const digest = createHash('sha256').update(CANONICAL).digest('base64url')
  expect(proofStartParam(DOCUMENT)).toBe(`p1_${digest}`)
})

test('Telegram’s signature is no part of what it signs', () => {
  const telegram = { botId: '6000000001', launch: 'auth_date=1' }
  expect(proofStartParam({ ...DOCUMENT, telegram })).toBe(proofStartParam(DOCUMENT))
})
