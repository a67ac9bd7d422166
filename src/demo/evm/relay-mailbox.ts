/** A sealed message under a topic. The relay cannot read it. */
export type RelayMessage = {
  topic: string
  message: string
  /** What kind of message it is: WalletConnect's number for it. */
  tag: number
  attestation?: string | undefined
}

export type StoredRelayMessage = RelayMessage & { publishedAt: number }

/** A client of the relay: `iss` of its token, the same on all its sockets and after every reload. */
export type ClientId = string

export type RelayMailbox = {
  /** @param letter.ttlMs how long it waits for its receivers, in milliseconds */
  post(letter: RelayMessage & { from: ClientId; ttlMs: number }): StoredRelayMessage
  /** The waiting messages on a topic for this client, without its own and without acknowledged ones. */
  waiting(topic: string, client: ClientId): StoredRelayMessage[]
  acknowledge(letter: StoredRelayMessage, client: ClientId): void
}

type MailboxEntry = {
  letter: StoredRelayMessage
  from: ClientId
  expiresAt: number
  readers: Set<ClientId>
}

export function createRelayMailbox(now: () => number): RelayMailbox {
  let saved: MailboxEntry[] = []
  return {
    post({ from, ttlMs, ...letter }) {
      const stored = { ...letter, publishedAt: now() }
      const item = { letter: stored, from, expiresAt: now() + ttlMs, readers: new Set<ClientId>() }
      saved = [...saved.filter(({ expiresAt }) => expiresAt > now()), item]
      return stored
    },
    waiting: (topic, client) =>
      saved
        .filter(({ letter, from, expiresAt, readers }) => {
          const isFor = letter.topic === topic && from !== client && !readers.has(client)
          return isFor && expiresAt > now()
        })
        .map(({ letter }) => letter),
    acknowledge(letter, client) {
      saved.find((item) => item.letter === letter)?.readers.add(client)
    },
  }
}
