import type { Language } from '#shared/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Hero } from '../../ui/hero.tsx'
import { Screen } from '../../ui/screen.tsx'
import { WARNING } from '../../ui/icons/warning.ts'

/** Apart from the languages' own files: this must show when those did not arrive. */
const WORDS: Record<Language, { title: string; sentence: string; action: string }> = {
  en: { title: 'That did not work', sentence: 'The app stopped by mistake.', action: 'Load again' },
  ru: {
    title: 'Не получилось',
    sentence: 'Приложение остановилось по ошибке.',
    action: 'Загрузить заново',
  },
  es: {
    title: 'Algo ha fallado',
    sentence: 'La aplicación se ha detenido por error.',
    action: 'Volver a cargar',
  },
  fa: { title: 'نشد', sentence: 'برنامه به‌اشتباه متوقف شد.', action: 'بارگذاری دوباره' },
}

/** The app has crashed. Needs nothing but the language: no services, no messages. */
export function CrashScreen({ language }: { language: Language }) {
  const { title, sentence, action } = WORDS[language]
  return (
    <Screen>
      <div role="alert">
        <Hero icon={WARNING} tone="warning" title={title}>
          {sentence}
        </Hero>
      </div>
      <div className="actions">
        <Button onPress={() => location.reload()}>{action}</Button>
      </div>
    </Screen>
  )
}
