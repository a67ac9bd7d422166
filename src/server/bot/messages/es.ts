import type { Binding } from '#shared/wallet.ts'
import { facts, lines, markup, paragraphs } from '../markup.ts'
import type { About, Messages, WalletKind, WalletProof } from './messages.ts'

const plural = new Intl.PluralRules('es')

const SHOWN: Record<Binding, (domain: string) => string> = {
  domain: (domain) => markup`Tu billetera solo mostró nuestro dominio, ${domain}.`,
  text: () => 'Tu billetera mostró una frase que nombra tu cuenta de Telegram.',
  hash: () => 'Tu billetera mostró el hash de una frase que nombra tu cuenta de Telegram.',
}

/** Qué billeteras se pueden vincular. */
const kinds = ({ offersEvm }: About) => (offersEvm ? 'TON o EVM' : 'TON')

function kindName(kind: WalletKind): string {
  if (kind.family === 'ton') return kind.version ?? 'otro contrato'
  return kind.chain === null ? 'EVM' : `cuenta de contrato en ${kind.chain}`
}

function proven(proof: WalletProof): string {
  return proof.by === 'key'
    ? 'la clave de la billetera firmó un mensaje de un solo uso.'
    : markup`el contrato de la cuenta en ${proof.chain} aceptó la firma de un mensaje de un solo uso.`
}

export const es: Messages = {
  description: (about) =>
    paragraphs(
      `${about.appName} vincula tu billetera ${kinds(about)} con tu cuenta de Telegram y demuestra que es tuya.`,
      'Firmas un mensaje en tu propia billetera. Firmar no cuesta nada y no mueve nada.',
      'Sin transacciones, sin pagos, sin frase de recuperación: nunca.',
    ),
  shortDescription: (about) => `${about.appName}: tu billetera ${kinds(about)}, con prueba.`,
  commands: {
    connect: 'Conectar una billetera',
    wallets: 'Tus billeteras vinculadas',
    privacy: 'Qué se guarda y durante cuánto tiempo',
    delete: 'Borrar todo lo que hay sobre ti',
    help: 'Cómo funciona',
  },
  buttons: {
    connect: 'Conectar billetera',
    openApp: 'Abrir la app',
    openWallet: 'Ver billetera',
    openChat: 'Abrir chat',
    privacy: 'Política de privacidad',
    terms: 'Condiciones de uso',
    unlink: 'No fui yo: desvincular',
    move: 'Dejar que pase',
    keep: 'Quedármela',
    deleteAll: 'Borrar todo',
    deleteNothing: 'Cancelar',
  },
  notices: {
    unknownButton: 'Este botón ya no funciona. Envía /help para ver qué puedes hacer.',
    notYourButton: 'Este botón es para otra persona.',
    failed: 'No ha funcionado. Inténtalo de nuevo en un momento.',
  },
  texts: {
    start: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> vincula tu billetera ${kinds(about)} con tu cuenta de Telegram y demuestra que es tuya.`,
        '<b>Qué ocurre.</b> Eliges tu billetera y firmas un mensaje en ella. Firmar no cuesta nada.',
        '<b>Qué no ocurre nunca.</b> Ni transacciones, ni pagos, ni frase de recuperación. Desde aquí no se puede mover nada de tu billetera.',
        '<b>Este bot sabrá:</b> la dirección de tu billetera y que es tuya.',
      ),
    connect: () => 'Elige tu billetera y firma un mensaje. Firmar no cuesta nada.',
    connectInGroup: (about) =>
      markup`<b>${about.appName}</b> vincula tu billetera ${kinds(about)} con tu cuenta de Telegram, con prueba. Firmas un mensaje; firmar no cuesta nada.`,
    onlyInPrivate: () => 'Eso queda entre nosotros: escríbeme en privado.',
    noWallets: () => 'Tu cuenta aún no tiene ninguna billetera vinculada.',
    walletsTitle: (count) =>
      `<b>${count} ${plural.select(count) === 'one' ? 'billetera vinculada' : 'billeteras vinculadas'}</b>`,
    walletLine: ({ address, label, kind, isPrimary, isTestnet, date }) =>
      lines(
        label === null
          ? markup`<code>${address}</code>`
          : markup`<b>${label}</b> <code>${address}</code>`,
        facts(
          kindName(kind),
          isPrimary && 'principal',
          isTestnet && 'red de pruebas',
          `verificada el ${date}`,
        ),
      ),
    privacy: ({ appName }) =>
      paragraphs(
        lines(
          markup`<b>Qué guarda ${appName}</b>`,
          '• tu id de Telegram, nombre, nombre de usuario e idioma',
          '• las billeteras que vinculas: dirección, tipo, tu etiqueta, cuándo y cómo se demostró cada una',
          '• tus intentos de conexión',
        ),
        '<b>Cómo.</b> Lo que te identifica está cifrado. No se lee ni se guarda nada más de tu billetera.',
        '<b>Quién lo ve.</b> Las personas que llevan este bot.',
        '<b>Cuánto tiempo.</b> Una billetera, hasta que la desvincules; lo demás, hasta que lo borres. Los intentos y las sesiones caducan solos.',
        '/delete lo borra todo de una vez.',
      ),
    help: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> demuestra qué billetera ${kinds(about)} es tuya.`,
        lines(
          '/connect conecta una billetera: firmas un mensaje, no cuesta nada',
          '/wallets muestra tus billeteras vinculadas',
          '/privacy explica qué se guarda',
          '/delete borra todo lo que hay sobre ti',
        ),
        'Aquí nadie te pedirá nunca una frase de recuperación ni un pago.',
      ),
    deleteQuestion: () =>
      paragraphs(
        '<b>¿Borrar todo lo que hay sobre ti?</b>',
        'Desaparecerán tu cuenta aquí, todas las billeteras vinculadas y sus pruebas. No se puede deshacer; más adelante podrás vincular una billetera de nuevo.',
      ),
    deleteDone: () => 'Se ha borrado todo lo que había sobre ti.',
    deleteDeclined: () => 'No se ha borrado nada.',
    deleteExpired: () =>
      'Esta pregunta ha caducado y no se ha borrado nada. Envía /delete para empezar de nuevo.',
    nothingStored: () => 'No hay nada guardado sobre ti.',
    unlinked: ({ wallet }) =>
      paragraphs(
        markup`La billetera <code>${wallet}</code> ya no está vinculada a tu cuenta.`,
        'Si no la conectaste tú, puede que alguien te enviara su enlace: firma solo lo que hayas empezado tú.',
      ),
    notLinked: () => 'Esta billetera ya no está vinculada a tu cuenta.',
    consentMoved: () => 'La billetera ha pasado a la otra cuenta.',
    consentKept: () => 'La billetera sigue vinculada a tu cuenta.',
    consentClosed: () => 'Esta pregunta ya está cerrada. No ha cambiado nada.',
    consentWalletLimit: () =>
      'La otra cuenta no admite más billeteras. La tuya sigue vinculada a tu cuenta.',
    walletLinked: ({ wallet, domain, proof }) =>
      paragraphs(
        markup`La billetera <code>${wallet}</code> ya está vinculada a tu cuenta.`,
        `<b>Demostrado:</b> ${proven(proof)} ${SHOWN[proof.binding](domain)}`,
      ),
    walletMovedHere: ({ wallet, signed }) =>
      markup`La billetera <code>${wallet}</code> ha pasado de otra cuenta de Telegram a la tuya. ${signed ? 'Firmó un texto que nombra tu cuenta.' : 'La cuenta que la tenía estuvo de acuerdo.'}`,
    walletMovedAway: ({ wallet, signed }) =>
      markup`La billetera <code>${wallet}</code> ha pasado a otra cuenta de Telegram y ya no está vinculada a la tuya. ${signed ? 'Firmó un texto que nombra esa cuenta. Si no firmaste tú, otra persona puede usar esta billetera.' : 'Tú estuviste de acuerdo.'}`,
    walletUnlinkedByOwner: ({ wallet }) =>
      markup`Quienes llevan este bot han desvinculado la billetera <code>${wallet}</code> de tu cuenta. En la billetera misma no ha cambiado nada.`,
    consentAsked: ({ wallet }) =>
      paragraphs(
        markup`<b>Otra cuenta de Telegram ha demostrado la billetera <code>${wallet}</code>,</b> que está vinculada a ti.`,
        'Si esa cuenta también es tuya, deja que la billetera pase a ella. Si no la conoces, quédatela: entonces no cambia nada.',
      ),
    consentRefused: () =>
      'La billetera que demostraste está vinculada a otra cuenta de Telegram, que se la queda. No se ha vinculado nada a la tuya.',
  },
}
