import { useState, useRef } from 'react'
import { getDirection, type Language, LANGUAGES, OWN_NAMES } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { languageName } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell, Section } from '../../ui/list.tsx'
import { useStore } from '../../use-store.ts'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore, useServices } from '../context/context.ts'
import { getProblemCode } from '../../api/api-error.ts'

/** The language of the app and the bot, and a way to change it. */
export function LanguageSection() {
  const { language, messages } = useLocalization()
  const { settings } = messages
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Section footer={settings.languageNote}>
      <LinkCell
        title={settings.language}
        after={OWN_NAMES[language]}
        onPress={() => setChoosing(true)}
      />
      {isChoosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </Section>
  )
}

/** The languages, each by its own name. A choice applies immediately; the sheet stays open to change it back. */
function LanguageSheet({ onClose }: { onClose: () => void }) {
  const { languages } = useServices()
  const { language, messages } = useLocalization()
  const { settings } = messages
  const chosen = useStore(languages.chosen)
  const { choose, problem } = useChooseLanguage()
  return (
    <ScreenSheet title={settings.languageTitle} onClose={onClose}>
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
            subtitle={offered === language ? null : languageName(offered, language)}
            isChosen={chosen === offered}
            onChoose={() => choose(offered)}
          />
        ))}
      </div>
      <ProblemNotice code={problem} />
    </ScreenSheet>
  )
}

/** A language's name in that language; screen readers pronounce it accordingly. */
function OwnName({ language }: { language: Language }) {
  return (
    <span lang={language} dir={getDirection(language)}>
      {OWN_NAMES[language]}
    </span>
  )
}

/** Unlike a task, a choice does not wait for the previous one. */
function useChooseLanguage() {
  const { member } = useCore()
  const { telegram } = useServices()
  const [problem, setProblem] = useState<ProblemCode | null>(null)
  const latest = useRef(0)
  const choose = async (language: Language | null) => {
    const own = ++latest.current
    setProblem(null)
    try {
      await member.chooseLanguage(language)
    } catch (error) {
      if (own !== latest.current) return
      telegram.haptic('error')
      setProblem(getProblemCode(error))
    }
  }
  return {
    choose: (language: Language | null) => void choose(language),
    /** Why the latest choice does not apply everywhere yet. */
    problem,
  }
}
