import type { RequestMessages } from './messages.ts'

export const es = {
  asks: (appName) => `${appName} te pide una billetera`,
  asksText: 'Responde con una billetera que hayas demostrado que es tuya. Tú decides cuál.',
  knows: 'Este bot sabrá',
  promises: {
    account: { name: 'Tu cuenta de Telegram', sentence: 'Que la respuesta es tuya.' },
    wallet: {
      name: 'La billetera que elijas',
      sentence: 'Su dirección y cómo demostraste que es tuya.',
    },
  },
  family: 'Tipo de billetera',
  until: 'Abierta hasta',
  canTakeBack: 'Puedes retirar tu respuesta cuando quieras.',
  choose: 'Responder con',
  answer: 'Responder con esta billetera',
  connect: 'Conectar billetera',
  another: 'Conectar otra billetera',
  unavailable: 'Aquí no se puede conectar una billetera de este tipo.',
  unlinked: 'La billetera de tu respuesta ya no está vinculada. Elige otra.',
  answered: 'Respondida',
  answeredText: (appName) => `${appName} sabe que esta billetera es tuya.`,
  shared: 'Tu respuesta',
  answeredAt: 'Enviada',
  gone: 'Esta billetera ya no está vinculada',
  takeBack: 'Retirar respuesta',
  takeBackNote: 'La billetera sigue vinculada a tu cuenta.',
  takeBackAsk: {
    title: '¿Retirar tu respuesta?',
    message: 'Quien la pidió sabrá que la has retirado.',
    confirm: 'Retirar',
  },
  backToChat: 'Volver al chat',
  closed: { name: 'Esta solicitud está cerrada', sentence: 'Ya no admite respuestas.' },
  expired: (date) => ({
    name: 'Esta solicitud ha caducado',
    sentence: `Se podía responder hasta el ${date}. Pide un enlace nuevo.`,
  }),
  missing: {
    name: 'Esta solicitud no existe',
    sentence: 'Puede que el enlace esté incompleto. Pídelo otra vez.',
  },
} satisfies RequestMessages
