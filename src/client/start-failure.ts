import { directionOf, pickLanguage, type Language } from '#shared/languages.ts'

/** Stands apart from the app's texts: it must show when nothing of the app does. */
const TEXTS: Record<Language, { title: string; reload: string }> = {
  en: { title: 'Something went wrong while opening the app.', reload: 'Reload' },
  ru: { title: 'Не удалось открыть приложение.', reload: 'Перезагрузить' },
  es: { title: 'Algo salió mal al abrir la aplicación.', reload: 'Recargar' },
  fa: { title: 'هنگام باز کردن برنامه خطایی رخ داد.', reload: 'بارگذاری دوباره' },
}

/** The last resort instead of a blank page: one sentence and a button that loads the page again. */
export function showStartFailure(error: unknown): void {
  const language = pickLanguage(document.documentElement.lang)
  const main = document.createElement('main')
  main.dir = directionOf(language)
  main.role = 'alert'
  main.className = 'start-failure'
  const title = document.createElement('p')
  title.textContent = TEXTS[language].title
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = TEXTS[language].reload
  button.addEventListener('click', () => location.reload())
  main.append(title, button)
  document.body.replaceChildren(main)
  reportError(error)
}
