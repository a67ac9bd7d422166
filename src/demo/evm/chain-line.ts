import {
  type Address,
  type Hex,
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
} from 'viem'

/** The demo's access to one of its chains. */
export type ChainLine = {
  client: ReturnType<typeof createPublicClient>
  /** Settles when the transaction is on the chain. */
  send(transaction: ChainTransaction): Promise<void>
  /** Sends several transactions in order. */
  sendAll(transactions: readonly ChainTransaction[]): Promise<void>
  /** Puts code at an address, without any transaction. */
  placeCode(address: Address, code: Hex): Promise<void>
}

type ChainTransaction = { to: Address; data: Hex }

/** In milliseconds. */
const POLL_MS = 20

/** Anvil holds the key of its first account and puts every transaction into a block immediately. */
export async function openChainLine(url: string): Promise<ChainLine> {
  const transport = http(url)
  const client = createPublicClient({ transport, pollingInterval: POLL_MS })
  const wallet = createWalletClient({ transport })
  const anvil = createTestClient({ mode: 'anvil', transport })
  const [payer] = await wallet.getAddresses()
  if (payer === undefined) throw new Error('This anvil has no account that could pay')
  const start = (transaction: ChainTransaction) =>
    wallet.sendTransaction({ ...transaction, account: payer, chain: null })
  const finish = async (hash: Hex) => {
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error('A transaction of the demo was reverted')
  }
  return {
    client,
    send: async (transaction) => finish(await start(transaction)),
    async sendAll(transactions) {
      const ends: Promise<void>[] = []
      // One after another, because each takes the payer's next nonce.
      for (const transaction of transactions) ends.push(finish(await start(transaction)))
      await Promise.all(ends)
    },
    placeCode: (address, code) => anvil.setCode({ address, bytecode: code }),
  }
}
