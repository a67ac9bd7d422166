import {
  type Address,
  type Hex,
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  hashMessage,
  http,
  isAddressEqual,
  keccak256,
  zeroAddress,
} from 'viem'
import type { Anvil } from './anvil.ts'
import { SAFE_ABI, SAFE_CODE } from './safe-contracts.ts'
import { type SafeAccount, signByOwners } from './sign-as-safe.ts'

type SafeOptions = {
  owners: readonly Address[]
  threshold: number
  /** Tells Safes of the same owners apart. @default 0n */
  salt?: bigint
}

/** Safe 1.4.1 on one chain. */
export type Safes = {
  /** Puts a Safe on the chain; one that is there already is left as it is. */
  create(options: SafeOptions): Promise<SafeAccount>
  /** Gives one owner's place to another. @param keys private keys of as many owners as the threshold asks */
  swapOwner(
    safe: SafeAccount,
    change: { from: Address; to: Address },
    keys: readonly Hex[],
  ): Promise<void>
  /** Approves a text on the chain, so that the Safe's signature of it is empty: `0x`. */
  signOnChain(safe: SafeAccount, text: string, keys: readonly Hex[]): Promise<void>
}

/** Puts the contracts of Safe 1.4.1 on an anvil. Its first account pays. */
export async function deploySafeContracts({
  url,
  chainId,
}: Pick<Anvil, 'url' | 'chainId'>): Promise<Safes> {
  const line = await openLine(url)
  // One after another: each takes the payer's next number.
  const core = {
    chainId,
    line,
    singleton: await line.deploy(SAFE_CODE.singleton),
    factory: await line.deploy(SAFE_CODE.factory),
    handler: await line.deploy(SAFE_CODE.handler),
    signMessageLib: await line.deploy(SAFE_CODE.signMessageLib),
  }
  return {
    create: (options) => create(core, options),
    swapOwner: (safe, change, keys) => swapOwner(core, { safe, keys }, change),
    async signOnChain(safe, text, keys) {
      const data = encodeFunctionData({
        abi: SAFE_ABI,
        functionName: 'signMessage',
        args: [hashMessage(text)],
      })
      await execute(
        core,
        { safe, keys },
        { to: core.signMessageLib, data, operation: DELEGATE_CALL },
      )
    },
  }
}

type Core = {
  chainId: number
  line: Line
  singleton: Address
  factory: Address
  handler: Address
  signMessageLib: Address
}

type Line = {
  client: ReturnType<typeof createPublicClient>
  deploy(code: Hex): Promise<Address>
  /** Settles when the transaction is on the chain. */
  send(transaction: { to: Address; data: Hex }): Promise<void>
}

/** Anvil holds the key of its first account, and puts every transaction into a block at once. */
async function openLine(url: string): Promise<Line> {
  const transport = http(url)
  const client = createPublicClient({ transport, pollingInterval: 20 })
  const wallet = createWalletClient({ transport })
  const [payer] = await wallet.getAddresses()
  if (payer === undefined) throw new Error('This anvil has no account that could pay')
  const send = async (transaction: { to?: Address; data: Hex }) => {
    const hash = await wallet.sendTransaction({ ...transaction, account: payer, chain: null })
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error('A transaction of the demo was reverted')
    return receipt
  }
  return {
    client,
    async deploy(data) {
      const { contractAddress } = await send({ data })
      if (!contractAddress) throw new Error('No contract came out of a deployment')
      return contractAddress
    },
    async send(transaction) {
      await send(transaction)
    },
  }
}

async function create(core: Core, { owners, threshold, salt = 0n }: SafeOptions) {
  const { line, factory, singleton, handler, chainId } = core
  const initializer = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'setup',
    args: [owners, BigInt(threshold), zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
  const address = proxyAddress(core, initializer, salt)
  if ((await line.client.getCode({ address })) === undefined) {
    const data = encodeFunctionData({
      abi: SAFE_ABI,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, salt],
    })
    await line.send({ to: factory, data })
  }
  return { chainId, address }
}

/** CREATE2 as SafeProxyFactory 1.4.1 uses it. */
function proxyAddress({ factory, singleton }: Core, initializer: Hex, salt: bigint): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(initializer), salt])),
    bytecode: concat([
      SAFE_CODE.proxy,
      encodeAbiParameters([{ type: 'uint256' }], [BigInt(singleton)]),
    ]),
  })
}

const CALL = 0
const DELEGATE_CALL = 1

type Signed = { safe: SafeAccount; keys: readonly Hex[] }

async function swapOwner(
  core: Core,
  signed: Signed,
  { from, to }: { from: Address; to: Address },
): Promise<void> {
  const { address } = signed.safe
  const contract = { address, abi: SAFE_ABI } as const
  const owners = await core.line.client.readContract({ ...contract, functionName: 'getOwners' })
  const place = owners.findIndex((owner) => isAddressEqual(owner, from))
  if (place === -1) throw new Error('Only an owner can be swapped')
  const data = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'swapOwner',
    args: [owners[place - 1] ?? FIRST, from, to],
  })
  await execute(core, signed, { to: address, data, operation: CALL })
}

/** What stands before the first owner in a Safe's list (OwnerManager.SENTINEL_OWNERS). */
const FIRST: Address = '0x0000000000000000000000000000000000000001'

const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

type Call = { to: Address; data: Hex; operation: typeof CALL | typeof DELEGATE_CALL }

/** Runs a call as the Safe, for which its owners have signed. */
async function execute(core: Core, { safe, keys }: Signed, call: Call): Promise<void> {
  const { address, chainId } = safe
  const nonce = await core.line.client.readContract({
    address,
    abi: SAFE_ABI,
    functionName: 'nonce',
  })
  const message = {
    ...call,
    value: 0n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
  const signatures = await signByOwners(keys, (owner) =>
    owner.signTypedData({
      domain: { chainId, verifyingContract: address },
      types: SAFE_TX,
      primaryType: 'SafeTx',
      message,
    }),
  )
  const data = encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'execTransaction',
    args: [
      call.to,
      0n,
      call.data,
      call.operation,
      0n,
      0n,
      0n,
      zeroAddress,
      zeroAddress,
      signatures,
    ],
  })
  await core.line.send({ to: address, data })
}
