import { createHash, createPrivateKey, sign } from 'node:crypto'
import { p256 } from '@noble/curves/p256'
import * as v from 'valibot'
import type { TokenKey } from '#demo/telegram/id-token.ts'
import { LoginJwkSchema } from '#proof/document.ts'

/* Keys of logins in vectors: they sign always alike. */

/** An RSA key (PKCS #8) that was made for these tests and protects nothing. */
const RSA = createPrivateKey({
  key: Buffer.from(
    [
      'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCg5ZR2juAsVknnaBv+KYk6apxVxYo4BrxFI502IBa7piqCsPBK',
      'iQi+vF+T9W42iWETQwd6F7VjsHiJ96ZBjxZjc7Ol65ZB2vKebUsmFk3ML0NCpASJazcKCpj30bdvZ4Rw6UQjspieDFuTtPbBjw4n',
      'TShEka+vhb1ynmXb/sOEPcVSYlAGO6rMcMMqPtOZ2kg3l8occPS4WZI4KPotZKP6WTCwV73WPIHChXQsDESasqDPx7aGc88Vc3Jm',
      'zLglZGY1eT9qkX3fL/e+o1E+jABITZzvWPBFZFaZ9wDQ3tLCxCIIZJpOThvV36iX+mZgnfuSDlyRbY8WDJ/1gKF1fWG7AgMBAAEC',
      'ggEAC20yiLCN6bT5GHbG1Vtazd8oM7+ZmNZo0YCXF7+nDacrFrWWyYK6fPbabNYXZsa4shcAQjxjzlNU916ZaPq1LG8mBeimXUGK',
      'gHpvkoiVkgr7O/gNA6HHIPuISih5+Ahbs6JSJTZ36z8ibWnpKlOzPbkXkByulu8PEynkcjLBU0245U3KG6+INHcUxMQEyMV7zjrW',
      'SfbOeSutW87AxSNpqFG+jpPRvEFN580edTsfrfb0lc3+y3jaTposg+nhs6TzaSJrSjhFHAwLHDh4IYU0/pyZasK9dTYO7aXyYwvE',
      '5mEldVBXBcNZJFtZ114rUH7D8oCWg2bnX5oBY2liU/fh8QKBgQDSnJyanlNU7yO5lDZDq/pX30vJCzTEt7ONMVQFikOtw+e5g7sz',
      'WSAKk+0zx2BjK6Q1Po0EUXTIyQalnFpNuBjh4U/rdk7LBHW+QneTy7Q/srIcGYDm1mPLlBxUlQ7r6AIVk0byqrrt6zdvUd29xUPQ',
      'YRsOyobEIqZqKeOBdfErEQKBgQDDkjVPEDg/6E7KSUFutqdTXEKgCWGFe9or+Z6Y9A+bzBFIg5xi4e3oY4Asa0AyAhlikMYZ2zTz',
      'Wj4mqo5xweRd8AKxTCQQ4Bv7yk8hrlOKfldvgvkvosOzwfXBGL07NEzYrhDhlC/MwlzFVnVOygBUhERRFUvVnvzKyUnl3kgICwKB',
      'gGuur1NOyASREI79/JC1CZaMEM+F70D1O9Rg+Dis7NWXaI8tjzU9yGggIhNrSRjrY1Xl2Wvvyeou/jsGqhU6n14+OQKGxtp+OUVB',
      '7qmeaVZ4IyDC2WktDHE2FRYZ8DslsIsfdhL0wAaNURaVoO46QeX1AESbwDPgE34MVMoIZ3pBAoGABRygOhXRcpIu5QivJiauDva9',
      'YxN7shJ/rGCU7aiLc+YMmZmfD9KZ9lYLdp3DCsuVQEdKdkiNhMLaFwakPIL15iKs31d/JdXFxXoPQXEeC+Org2Wn/7/AX8V1F/v+',
      'jjqau5spI8xMx4xZAmt1G38aLRtb8cadudKzBtXmEZUSyusCgYBXWl884Fc8AG80pvOAd/V3PP57ZdxOnSTtR4jpmUUw5Bf4WlzZ',
      '2dcRrRhMZi5soZKzy8RjSLIhS4duBmAraD69IAQFYAJEn39trshAumHxEJvO+aHLzcGKN+bMtHf1PH7kHtvDy3U3HxxfqhEfu0Xs',
      'du9tqvNlGv+JiitdPQ8ZbA==',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
})

export const LOGIN_RS256: TokenKey = {
  jwk: v.parse(LoginJwkSchema, {
    kty: 'RSA',
    kid: 'test-rs256-1',
    alg: 'RS256',
    n: RSA.export({ format: 'jwk' }).n,
    e: 'AQAB',
  }),
  sign: (text) => sign('sha256', Buffer.from(text), RSA),
}
export const LOGIN_ES256 = createP256Key('test-es256-1')
/** Another key under the `kid` of {@link LOGIN_RS256}. */
export const LOGIN_OTHER = createP256Key('another', 'test-rs256-1')

/** An ES256 key that follows from its name. Its signatures are those of RFC 6979, the same each time. */
function createP256Key(name: string, kid = name): TokenKey {
  const secret = createHash('sha256').update(`key of ${name}`).digest()
  const point = Buffer.from(p256.getPublicKey(secret, false))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  return {
    jwk: v.parse(LoginJwkSchema, { kty: 'EC', kid, alg: 'ES256', crv: 'P-256', x, y }),
    sign: (text) =>
      p256.sign(createHash('sha256').update(text).digest(), secret).toCompactRawBytes(),
  }
}
