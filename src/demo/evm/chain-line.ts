import {
  type Address,
  type Hex,
  type WalletRpcSchema,
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  rpcSchema,
} from 'viem'

/** The demo's access to one of its chains. */
export type ChainLine = {
  client: ReturnType<typeof createPublicClient>
  /** Settles when the transaction is on the chain. */
  send(transaction: ChainTransaction): Promise<void>
  /** Puts code at an address, without any transaction. */
  placeCode(address: Address, code: Hex): Promise<void>
}

type ChainTransaction = { to: Address; data: Hex }

/** Anvil answers it with the receipt, when the transaction is in a block (EIP-7966, for a key that anvil holds). */
type SendTransactionSync = {
  Method: 'eth_sendTransactionSync'
  Parameters: [ChainTransaction & { from: Address }]
  ReturnType: { status: '0x0' | '0x1' }
}

/** Anvil holds the key of its first account and puts every transaction into a block immediately. */
export async function openChainLine(url: string): Promise<ChainLine> {
  const transport = http(url)
  const client = createPublicClient({ transport })
  const wallet = createWalletClient({
    transport,
    rpcSchema: rpcSchema<[...WalletRpcSchema, SendTransactionSync]>(),
  })
  const anvil = createTestClient({ mode: 'anvil', transport })
  const [from] = await wallet.getAddresses()
  if (from === undefined) throw new Error('This anvil has no account that could pay')
  return {
    client,
    async send(transaction) {
      const params: SendTransactionSync['Parameters'] = [{ ...transaction, from }]
      const { status } = await wallet.request({ method: 'eth_sendTransactionSync', params })
      if (status !== '0x1') throw new Error('A transaction of the demo was reverted')
    },
    placeCode: (address, code) => anvil.setCode({ address, bytecode: code }),
  }
}
