import { useStore } from '../../ui/use-store.ts'
import { getDirection, type Language, LANGUAGES } from '#shared/languages.ts'
import { languageName } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useInterceptBack } from '../use-intercept-back.ts'
import { useServices } from '../use-services.ts'
import { useChooseLanguage } from './use-choose-language.ts'

/** The languages, each by its own name. A choice applies immediately; the sheet stays open to change it back. */
export function LanguageSheet({ onClose }: { onClose: () => void }) {
  const { languages } = useServices()
  const { language, messages } = useLocalization()
  const { settings, common } = messages
  const chosen = useStore(languages.chosen)
  const { choose, problem } = useChooseLanguage()
  useInterceptBack(onClose)
  return (
    <Sheet title={settings.languageTitle} closeLabel={common.close} onClose={onClose}>
      <div role="radiogroup" aria-label={settings.languageTitle}>
        <RadioCell
          group="language"
          title={settings.languageAuto}
          subtitle={<OwnName language={languages.automatic} />}
          isChosen={chosen === null}
          onChoose={() => choose(null)}
        />
        {LANGUAGES.map((offered) => (
          <RadioCell
            key={offered}
            group="language"
            title={<OwnName language={offered} />}
            subtitle={languageName(offered, language)}
            isChosen={chosen === offered}
            onChoose={() => choose(offered)}
          />
        ))}
      </div>
      <ProblemNotice code={problem} />
    </Sheet>
  )
}

/** A language's name in that language; screen readers pronounce it accordingly. */
function OwnName({ language }: { language: Language }) {
  return (
    <span lang={language} dir={getDirection(language)}>
      {languageName(language)}
    </span>
  )
}
