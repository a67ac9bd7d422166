/** Takes the place of a former receiver, under the names that native clients of different versions look for. */
export function receiveNativeEvents(
  receiveEvent: (eventType: unknown, eventData: unknown) => void,
): void {
  Object.assign(window, { TelegramGameProxy_receiveEvent: receiveEvent })
  extend(window, 'TelegramGameProxy', { receiveEvent })
  extend(window, 'Telegram', { WebView: { receiveEvent } })
}

/** Keeps everything else that a client stores under that name. */
function extend(target: object, name: string, fields: object): void {
  Reflect.set(target, name, { ...Object(Reflect.get(target, name)), ...fields })
}
