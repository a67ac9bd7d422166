import type { Rows } from './look.ts'

/** What holds after every step, whatever the history. Each has its sentence in `docs/reliability.md`. */
export function requireInvariants({
  wallets,
  attempts,
  consents,
  users,
  answers,
  cards,
  cosignings,
  confirmations,
  viewers,
}: Rows): void {
  const people = new Set(users.map(({ id }) => id))
  requireNone(
    'a wallet of a key has two accounts',
    twice(
      wallets
        .filter(({ level }) => level === 'key')
        .map((row) => `${row.family} ${row.network} ${row.address}`),
    ),
  )
  requireNone('two attempts have one nonce', twice(attempts.map(({ nonce }) => nonce)))
  requireNone(
    'a wallet has no proof',
    wallets.filter(({ proof }) => proof.length === 0),
  )
  requireNone(
    'a row belongs to nobody',
    [...wallets, ...attempts, ...answers, ...cards, ...confirmations, ...viewers]
      .map(({ user_id }) => user_id)
      .concat(cosignings.map(({ starter_id }) => starter_id))
      .filter((id) => id !== null && !people.has(id)),
  )
  requireNone(
    'a consent has no attempt that waits for it',
    consents.filter(
      ({ attempt_id }) =>
        attempts.find(({ id }) => id === attempt_id)?.state !== 'awaiting-consent',
    ),
  )
  for (const { id } of users) {
    const own = wallets.filter(({ user_id }) => user_id === id)
    const primary = own.filter(({ is_primary }) => is_primary === 1)
    if (own.length > 0 && primary.length !== 1)
      throw new Error(`a member with ${own.length} wallets has ${primary.length} primary ones`)
  }
}

function twice(list: readonly string[]): string[] {
  return list.filter((one, at) => list.indexOf(one) !== at)
}

export function requireNone(what: string, found: readonly unknown[]): void {
  if (found.length > 0) throw new Error(`${what}: ${JSON.stringify(found)}`)
}
