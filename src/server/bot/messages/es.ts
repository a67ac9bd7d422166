import type { Binding } from '#shared/wallet.ts'
import { html } from '../html.ts'
import type { Messages } from './messages.ts'

const plural = new Intl.PluralRules('es')

const SHOWN: Record<Binding, (domain: string) => string> = {
  domain: (domain) => html`Tu billetera solo mostró nuestro dominio, ${domain}.`,
  text: () => 'Tu billetera mostró una frase que nombra tu cuenta de Telegram.',
  hash: () => 'Tu billetera mostró el hash de una frase que nombra tu cuenta de Telegram.',
}

export const es: Messages = {
  description: (appName) =>
    `${appName} vincula tu billetera TON con tu cuenta de Telegram y demuestra que es tuya.\n\nFirmas un mensaje en tu propia billetera. Firmar no cuesta nada y no mueve nada.\n\nSin transacciones, sin pagos, sin frase de recuperación: nunca.`,
  shortDescription: (appName) => `${appName}: tu billetera TON, con prueba.`,
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
    start: ({ appName }) =>
      html`<b>${appName}</b> vincula tu billetera TON con tu cuenta de Telegram y demuestra que es tuya.\n\n<b>Qué ocurre.</b> Eliges tu billetera y firmas un mensaje en ella. Firmar no cuesta nada.\n\n<b>Qué no ocurre nunca.</b> Ni transacciones, ni pagos, ni frase de recuperación. Desde aquí no se puede mover nada de tu billetera.\n\n<b>Este bot sabrá:</b> la dirección de tu billetera y que es tuya.`,
    connect: () => 'Elige tu billetera y firma un mensaje. Firmar no cuesta nada.',
    connectInGroup: ({ appName }) =>
      html`<b>${appName}</b> vincula tu billetera TON con tu cuenta de Telegram, con prueba. Firmas un mensaje; firmar no cuesta nada.`,
    onlyInPrivate: () => 'Eso queda entre nosotros: escríbeme en privado.',
    noWallets: () => 'Tu cuenta aún no tiene ninguna billetera vinculada.',
    walletsTitle: (count) =>
      `<b>${count} ${plural.select(count) === 'one' ? 'billetera vinculada' : 'billeteras vinculadas'}</b>`,
    walletLine: ({ address, label, kind, isPrimary, isTestnet, date }) =>
      [
        label === null ? html`<code>${address}</code>` : html`<b>${label}</b> <code>${address}</code>`,
        html`${[kind ?? 'otro contrato', isPrimary && 'principal', isTestnet && 'red de pruebas', `verificada el ${date}`].filter(Boolean).join(' · ')}`,
      ].join('\n'),
    privacy: ({ appName }) =>
      html`<b>Qué guarda ${appName}</b>\n• tu id de Telegram, nombre, nombre de usuario e idioma\n• las billeteras que vinculas: dirección, tipo, tu etiqueta, cuándo y cómo se demostró cada una\n• tus intentos de conexión\n\n<b>Cómo.</b> Lo que te identifica está cifrado. No se lee ni se guarda nada más de tu billetera.\n\n<b>Quién lo ve.</b> Las personas que llevan este bot.\n\n<b>Cuánto tiempo.</b> Una billetera, hasta que la desvincules; lo demás, hasta que lo borres. Los intentos y las sesiones caducan solos.\n\n/delete lo borra todo de una vez.`,
    help: ({ appName }) =>
      html`<b>${appName}</b> demuestra qué billetera TON es tuya.\n\n/connect conecta una billetera: firmas un mensaje, no cuesta nada\n/wallets muestra tus billeteras vinculadas\n/privacy explica qué se guarda\n/delete borra todo lo que hay sobre ti\n\nAquí nadie te pedirá nunca una frase de recuperación ni un pago.`,
    deleteQuestion: () =>
      '<b>¿Borrar todo lo que hay sobre ti?</b>\n\nDesaparecerán tu cuenta aquí, todas las billeteras vinculadas y sus pruebas. No se puede deshacer; más adelante podrás vincular una billetera de nuevo.',
    deleteDone: () => 'Se ha borrado todo lo que había sobre ti.',
    deleteDeclined: () => 'No se ha borrado nada.',
    deleteExpired: () =>
      'Esta pregunta ha caducado y no se ha borrado nada. Envía /delete para empezar de nuevo.',
    nothingStored: () => 'No hay nada guardado sobre ti.',
    unlinked: ({ wallet }) =>
      html`La billetera <code>${wallet}</code> ya no está vinculada a tu cuenta.\n\nSi no la conectaste tú, puede que alguien te enviara su enlace: firma solo lo que hayas empezado tú.`,
    notLinked: () => 'Esta billetera ya no está vinculada a tu cuenta.',
    consentMoved: () => 'La billetera ha pasado a la otra cuenta.',
    consentKept: () => 'La billetera sigue vinculada a tu cuenta.',
    consentClosed: () => 'Esta pregunta ya está cerrada. No ha cambiado nada.',
    consentWalletLimit: () =>
      'La otra cuenta no admite más billeteras. La tuya sigue vinculada a tu cuenta.',
    walletLinked: ({ wallet, domain, binding }) =>
      html`La billetera <code>${wallet}</code> ya está vinculada a tu cuenta.\n\n<b>Demostrado:</b> la clave de la billetera firmó un mensaje de un solo uso. ` +
      SHOWN[binding](domain),
    walletMovedHere: ({ wallet }) =>
      html`La billetera <code>${wallet}</code> ya está vinculada a tu cuenta. La cuenta que la tenía estuvo de acuerdo.`,
    walletMovedAway: ({ wallet }) =>
      html`La billetera <code>${wallet}</code> ha pasado a otra cuenta de Telegram y ya no está vinculada a la tuya.`,
    consentAsked: ({ wallet }) =>
      html`<b>Otra cuenta de Telegram ha demostrado la billetera <code>${wallet}</code>,</b> que está vinculada a ti.\n\nSi esa cuenta también es tuya, deja que la billetera pase a ella. Si no la conoces, quédatela: entonces no cambia nada.`,
    consentRefused: () =>
      'La billetera que demostraste está vinculada a otra cuenta de Telegram, que se la queda. No se ha vinculado nada a la tuya.',
  },
}
