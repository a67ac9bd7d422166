import {
  Address,
  type Cell,
  Dictionary,
  beginCell,
  contractAddress,
  toNano,
  type StateInit,
  type TupleItem,
} from '@ton/core'
import { Blockchain, GetMethodError, createShardAccount } from '@ton/sandbox'
import {
  WALLET_TG_KEY_OFFSET,
  WALLET_TG_IMPLEMENTATION_PARAMETER,
  walletTgImplementation,
} from './wallet-state-init.ts'
import {
  MULTISIG_METHOD,
  type MultisigTerms,
  multisigCode,
  multisigData,
  readMultisigStack,
} from './multisig-contract.ts'

/** A TON blockchain in this process; it forgets everything when the process ends. */
export type DemoTonChain = ChainLedger &
  ChainMultisigs & {
    freeze(address: Address): Promise<void>
    /** Makes this 32-byte key the current one of a deployed WalletTg account. */
    rotateKey(address: Address, publicKey: Buffer): Promise<void>
    isReachable(): boolean
    /** Makes every request over HTTP fail, as a node that is down does. */
    setReachable(reachable: boolean): void
  }

/** What nodes answer when a get-method is asked of an account that has no code. */
const NO_CODE_EXIT_CODE = -13
const DEPLOY_BALANCE = toNano(1)

export async function createTonChain(): Promise<DemoTonChain> {
  const blockchain = await createBlockchain()
  let reachable = true

  const account = async (address: Address): Promise<ChainAccount> => {
    const contract = await blockchain.getContract(address)
    return describeAccount(contract.accountState, contract.balance)
  }
  const put = async (address: Address, state: { code: Cell; data: Cell }): Promise<void> =>
    blockchain.setShardAccount(
      address,
      createShardAccount({ address, ...state, balance: DEPLOY_BALANCE }),
    )

  const ask: DemoTonChain['runGetMethod'] = async (address, method) => {
    const { state } = await account(address)
    if (state !== 'active') return { exitCode: NO_CODE_EXIT_CODE, gasUsed: 0n, stack: [] }
    return runGetMethod(blockchain, { address, method })
  }
  const deploy: DemoTonChain['deploy'] = async (init) => {
    if (!init.code || !init.data) throw new Error('An account needs code and data')
    const address = contractAddress(0, init)
    await put(address, { code: init.code, data: init.data })
    return address
  }

  return {
    account,
    runGetMethod: ask,
    deploy,
    ...createChainMultisigs({ account, runGetMethod: ask, deploy, put }),
    freeze: async (address) => {
      const contract = await blockchain.getContract(address)
      const { account, ...rest } = contract.account
      if (!account) throw new Error('Only a deployed account can be frozen')
      const frozen = { type: 'frozen', stateHash: 0n } as const
      const storage = { ...account.storage, state: frozen }
      contract.account = { ...rest, account: { ...account, storage } }
    },
    rotateKey: async (address, publicKey) => {
      const current = await account(address)
      if (current.state !== 'active') throw new Error('Only a deployed account can rotate its key')
      await put(address, { code: current.code, data: withPublicKey(current.data, publicKey) })
    },
    isReachable: () => reachable,
    setReachable: (value) => {
      reachable = value
    },
  }
}

async function createBlockchain(): Promise<Blockchain> {
  const blockchain = await Blockchain.create({ config: 'slim' })
  const parameters = Dictionary.loadDirect(
    Dictionary.Keys.Int(32),
    Dictionary.Values.Cell(),
    blockchain.config,
  )
  parameters.set(WALLET_TG_IMPLEMENTATION_PARAMETER, walletTgImplementation())
  blockchain.setConfig(beginCell().storeDictDirect(parameters).endCell())
  return blockchain
}

type AccountState = Awaited<ReturnType<Blockchain['getContract']>>['accountState']

function describeAccount(state: AccountState, balance: bigint): ChainAccount {
  if (state?.type === 'frozen') return { state: 'frozen', balance }
  if (state?.type !== 'active') return { state: 'uninitialized' }
  const { code, data } = state.state
  if (!code || !data) throw new Error('An active account has code and data')
  return { state: 'active', balance, code, data }
}

async function runGetMethod(
  blockchain: Blockchain,
  { address, method }: { address: Address; method: string },
): Promise<GetMethodAnswer> {
  try {
    const { exitCode, gasUsed, stack } = await blockchain.runGetMethod(address, method)
    return { exitCode, gasUsed, stack }
  } catch (error) {
    if (!(error instanceof GetMethodError)) throw error
    return { exitCode: error.exitCode, gasUsed: error.gasUsed, stack: [] }
  }
}

function withPublicKey(data: Cell, publicKey: Buffer): Cell {
  const head = data.beginParse().loadBits(WALLET_TG_KEY_OFFSET)
  return beginCell().storeBits(head).storeBuffer(publicKey, 32).endCell()
}

/** The multisigs of a chain. */
type ChainMultisigs = {
  /** @param code another contract's, of the same shape */
  deployMultisig(terms: MultisigTerms, code?: Cell): Promise<Address>
  /** Null where nothing answers like a multisig. */
  multisig(address: Address): Promise<MultisigTerms | null>
  /** Puts other terms into force, as its signers would by an order. */
  setMultisig(address: Address, change: Partial<MultisigTerms>): Promise<void>
  /** Everything that was put there as a multisig, whatever its code. */
  multisigs(): readonly Address[]
}

type Ledger = ChainLedger & {
  put(address: Address, state: { code: Cell; data: Cell }): Promise<void>
}

function createChainMultisigs(ledger: Ledger): ChainMultisigs {
  const known = new Set<string>()
  const multisig: ChainMultisigs['multisig'] = async (address) => {
    const { exitCode, stack } = await ledger.runGetMethod(address, MULTISIG_METHOD)
    return exitCode === 0 ? readMultisigStack(stack) : null
  }
  return {
    multisig,
    deployMultisig: async (terms, code = multisigCode()) => {
      const address = await ledger.deploy({ code, data: multisigData(terms) })
      known.add(address.toRawString())
      return address
    },
    setMultisig: async (address, change) => {
      const [account, terms] = await Promise.all([ledger.account(address), multisig(address)])
      if (account.state !== 'active' || !terms) throw new Error('No multisig is at this address')
      await ledger.put(address, {
        code: account.code,
        data: multisigData({ ...terms, ...change }),
      })
    },
    multisigs: () => [...known].map((address) => Address.parse(address)),
  }
}

export type ChainAccount =
  | { state: 'active'; balance: bigint; code: Cell; data: Cell }
  | { state: 'uninitialized' }
  | { state: 'frozen'; balance: bigint }

type GetMethodAnswer = { exitCode: number; gasUsed: bigint; stack: TupleItem[] }

/** Accounts of a chain, as contracts are put there and asked. */
type ChainLedger = {
  account(address: Address): Promise<ChainAccount>
  /** Runs a get-method without arguments. */
  runGetMethod(address: Address, method: string): Promise<GetMethodAnswer>
  /** Puts an account with this first state on the chain; what was there before is replaced. */
  deploy(init: StateInit): Promise<Address>
}
