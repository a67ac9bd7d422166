import type { EvmMessages } from './messages.ts'

export const es = {
  family: 'EVM',
  choices: 'Billeteras EVM',
  choicesNote: (chains) => `${chains}. La conexión pasa por WalletConnect.`,
  allWallets: 'Todas las demás billeteras EVM',
  safeNote: 'En su web: la aplicación móvil no firma mensajes',
  scan: 'Escanea el código de abajo con la billetera de tu teléfono.',
  browser: {
    goOn: 'Continuar en el navegador',
    choice: 'Billetera EVM',
    choiceNote: 'Se abre en tu navegador',
    note: 'Conectas y firmas en nuestra página, en el navegador; el resultado aparece aquí. El enlace es solo para ti y sirve una vez, durante cinco minutos.',
    open: 'Abrir la página en el navegador',
    hint: 'Continúa en el navegador. El resultado aparecerá aquí solo.',
    reopen: 'Abrir la página otra vez',
    qrTitle: 'Código QR que abre la página en otro dispositivo',
  },
  ticket: {
    title: 'Vincula tu billetera',
    whose: (name) => `La billetera quedará vinculada a la cuenta de Telegram de ${name}.`,
    notYours:
      '¿No es tu cuenta? Entonces cierra esta página: alguien intenta vincular tu billetera a la suya.',
    account: 'Cuenta de Telegram',
    linked: {
      name: 'Billetera vinculada',
      sentence: 'Puedes cerrar esta página. El resultado también aparece en Telegram.',
    },
    back: 'Volver a Telegram',
  },
  kinds: {
    eoa: 'Billetera EVM',
    eip7702: 'Billetera EVM con código (EIP-7702)',
    contract: 'Cuenta de contrato',
  },
  contractNote:
    'Aquí es un contrato el que decide qué firma vale. El vínculo es solo para esta cadena.',
  everyChain: 'Todas las cadenas EVM',
  keySources: {
    signature: {
      name: 'Clave de la firma',
      sentence: 'La dirección se deduce de la clave que firmó.',
    },
    contract: {
      name: 'La palabra del contrato',
      sentence: 'Aceptó la firma; con qué clave se hizo, no lo dice.',
    },
  },
  upstream: 'Cadenas EVM',
  problems: {
    'evm-off': 'Aquí no se ofrecen billeteras EVM.',
    'evm-address-malformed': 'La billetera envió una dirección que no se puede leer.',
    'evm-chain-unsupported':
      'La billetera está en una cadena que aquí no se acepta. Cámbiala e inténtalo de nuevo.',
    'evm-account-missing': 'La billetera aún no ha dicho cuál es su cuenta.',
    'evm-signature-malformed': 'No se puede leer la firma de la billetera.',
    'evm-signature-invalid': 'La firma no es de la cuenta que debía firmar.',
    'evm-contract-refused': 'El contrato de la cuenta no aceptó la firma.',
    'evm-contract-not-deployed':
      'El contrato de esta cuenta aún no está en la cadena. Haz allí su primera transacción o elige otra billetera.',
    'evm-chain-unreachable': 'La cadena no respondió. Tu firma está guardada; inténtalo de nuevo.',
    'evm-relay-unreachable':
      'No se puede llegar a WalletConnect. Algunas redes lo bloquean: prueba con otra.',
    'evm-pairing-expired': 'La solicitud caducó antes de que la billetera se conectara.',
    'evm-session-lost': 'Se perdió la conexión con la billetera.',
    'evm-method-unsupported':
      'Esta billetera no firma mensajes. La aplicación móvil de Safe, por ejemplo, no lo hace.',
    'evm-account-unavailable': 'La billetera ya no ofrece la cuenta que debía firmar.',
    'evm-wallet-busy': 'La billetera tiene otra solicitud abierta. Respóndela primero.',
  },
  causes: {
    'evm-off': 'EVM no se ofrece',
    'evm-address-malformed': 'Dirección EVM ilegible',
    'evm-chain-unsupported': 'Cadena no aceptada',
    'evm-account-missing': 'Cuenta sin indicar',
    'evm-signature-malformed': 'Firma EVM ilegible',
    'evm-signature-invalid': 'Firmó otra cuenta',
    'evm-contract-refused': 'El contrato la rechazó',
    'evm-contract-not-deployed': 'Contrato sin desplegar',
    'evm-chain-unreachable': 'La cadena no respondió',
    'evm-relay-unreachable': 'WalletConnect inaccesible',
    'evm-pairing-expired': 'La conexión caducó',
    'evm-session-lost': 'Conexión perdida',
    'evm-method-unsupported': 'La billetera no firma mensajes',
    'evm-account-unavailable': 'La billetera retiró la cuenta',
    'evm-wallet-busy': 'Billetera ocupada',
  },
} satisfies EvmMessages
