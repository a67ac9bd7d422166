import type { SigningMessages } from './messages.ts'

export const es = {
  title: 'Firma el texto',
  connect: 'Aprobar la conexión',
  sign: 'Firmar el texto',
  text: 'Tu billetera mostrará este texto',
  textNote:
    'Tu cuenta de Telegram está marcada. Si la billetera muestra otro texto u otra cuenta, rechaza la solicitud.',
  account: 'Cuenta que firma',
  press: 'Firmar en la billetera',
  hint: 'Un toque más: la billetera se abre y te pide la firma. No cuesta nada.',
  hintWaiting: (wallet) => `Esperando tu firma en ${wallet}…`,
  stronger: {
    name: 'Refuerza la prueba',
    sentence:
      'Tu billetera nombró esta aplicación, pero no tu cuenta de Telegram. Firma una frase que la nombre: así nadie podrá hacer pasar esta prueba por suya.',
    action: 'Firmar la frase',
  },
  declined: 'Lo rechazaste en la billetera. Lo ya demostrado sigue en pie.',
  moveNow: {
    name: 'No hace falta esperar',
    sentence:
      'Firma una frase que nombre tu cuenta de Telegram y la billetera pasará a ti al momento.',
    action: 'Firmar la frase',
  },
} satisfies SigningMessages
