import type { PrivateKeyAccount } from 'viem/accounts'
import type { SignIn, SignInTerms } from '#shared/sign-in.ts'

export type SignInClaims = SignIn['p']

/** What a wallet answers to the terms if it does what it is asked. */
export function claimsFor(terms: SignInTerms, address: string, issuedAt: number): SignInClaims {
  const { domain, uri, chainId, nonce, statement, expiresAt, requestId, resources } = terms
  return {
    iss: `did:pkh:eip155:${chainId}:${address}`,
    domain,
    aud: uri,
    version: '1',
    nonce,
    iat: new Date(issuedAt).toISOString(),
    exp: expiresAt,
    statement,
    requestId,
    resources,
  }
}

/** A wallet that signs exactly what it claims. */
export async function signIn(key: PrivateKeyAccount, claims: SignInClaims): Promise<SignIn> {
  const signature = await key.signMessage({ message: writeClaims(claims) })
  return { h: { t: 'caip122' }, p: claims, s: { t: 'eip191', s: signature } }
}

/** The text of the claims, right or wrong, as WalletConnect's `formatMessage` writes it. */
export function writeClaims(claims: SignInClaims): string {
  const { domain, statement, aud, version, nonce, iat, exp, nbf, requestId, resources } = claims
  const [, , , chain, address = ''] = (claims.iss ?? '').split(':')
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${aud}`,
    `Version: ${version}`,
    `Chain ID: ${chain}`,
    `Nonce: ${nonce}`,
    `Issued At: ${iat}`,
    exp && `Expiration Time: ${exp}`,
    nbf && `Not Before: ${nbf}`,
    requestId && `Request ID: ${requestId}`,
    resources && ['Resources:', ...resources.map((resource) => `- ${resource}`)].join('\n'),
  ]
  return lines.filter((line) => line != null).join('\n')
}
