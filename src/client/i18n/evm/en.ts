import type { EvmMessages } from './messages.ts'

export const en = {
  family: 'EVM',
  choices: 'EVM wallets',
  choicesNote: (chains) => `${chains}. The connection goes through WalletConnect.`,
  allWallets: 'All other EVM wallets',
  safeNote: 'In its web app: the phone app does not sign messages',
  scan: 'Scan the code below with the wallet on your phone.',
  browser: {
    goOn: 'Continue in the browser',
    choice: 'EVM wallet',
    choiceNote: 'Opens in your browser',
    note: 'You connect and sign on our page in the browser; the result appears here. The link is for you alone and works once, for five minutes.',
    open: 'Open the page in the browser',
    hint: 'Go on in your browser. The result appears here by itself.',
    reopen: 'Open the page again',
    qrTitle: 'QR code that opens the page on another device',
  },
  ticket: {
    title: 'Link your wallet',
    whose: (name) => `The wallet will be linked to the Telegram account of ${name}.`,
    notYours:
      'Not your account? Then close this page: somebody is trying to link your wallet to theirs.',
    account: 'Telegram account',
    linked: {
      name: 'Wallet linked',
      sentence: 'You can close this page. Telegram shows the result as well.',
    },
    back: 'Back to Telegram',
  },
  kinds: {
    eoa: 'EVM wallet',
    eip7702: 'EVM wallet with code (EIP-7702)',
    contract: 'Contract account',
  },
  contractNote: 'A contract decides here whose signature counts. The link is for this one chain.',
  everyChain: 'All EVM chains',
  keySources: {
    signature: {
      name: 'Key from the signature',
      sentence: 'The address follows from the key that signed.',
    },
    contract: {
      name: 'The contract’s own word',
      sentence: 'It accepted the signature; which key made it, it does not say.',
    },
  },
  upstream: 'EVM chains',
  problems: {
    'evm-off': 'EVM wallets are not offered here.',
    'evm-address-malformed': 'The wallet sent an address that cannot be read.',
    'evm-chain-unsupported':
      'The wallet is on a chain that is not accepted here. Switch it, then try again.',
    'evm-account-missing': 'The wallet has not told its account yet.',
    'evm-signature-malformed': 'The wallet’s signature cannot be read.',
    'evm-signature-invalid': 'The signature is not by the account that was to sign.',
    'evm-contract-refused': 'The account’s contract did not accept the signature.',
    'evm-contract-not-deployed':
      'This account’s contract is not on the chain yet. Make its first transaction there, or choose another wallet.',
    'evm-chain-unreachable': 'The chain did not answer. Your signature is kept; try again.',
    'evm-relay-unreachable':
      'WalletConnect cannot be reached. Some networks block it: try another one.',
    'evm-pairing-expired': 'The request ran out before the wallet connected.',
    'evm-session-lost': 'The connection to the wallet was lost.',
    'evm-method-unsupported':
      'This wallet does not sign messages. Safe’s phone app, for one, does not.',
    'evm-account-unavailable': 'The wallet no longer offers the account that was to sign.',
    'evm-wallet-busy': 'The wallet has another request open. Answer that one first.',
  },
  causes: {
    'evm-off': 'EVM not offered',
    'evm-address-malformed': 'EVM address malformed',
    'evm-chain-unsupported': 'Chain not accepted',
    'evm-account-missing': 'No account told',
    'evm-signature-malformed': 'EVM signature not readable',
    'evm-signature-invalid': 'Signed by another account',
    'evm-contract-refused': 'Contract refused',
    'evm-contract-not-deployed': 'Contract not deployed',
    'evm-chain-unreachable': 'Chain did not answer',
    'evm-relay-unreachable': 'WalletConnect not reached',
    'evm-pairing-expired': 'Pairing ran out',
    'evm-session-lost': 'Session lost',
    'evm-method-unsupported': 'Wallet does not sign messages',
    'evm-account-unavailable': 'Account withdrawn by the wallet',
    'evm-wallet-busy': 'Wallet busy',
  },
} satisfies EvmMessages
