import { useState } from 'react'
import { languageName } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { LanguageSheet } from './language-sheet.tsx'

/** The language of the app and the bot, and a way to change it. */
export function LanguageSection() {
  const { language, messages } = useLocalization()
  const { settings } = messages
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Section footer={settings.languageNote}>
      <LinkCell
        title={settings.language}
        after={languageName(language)}
        onPress={() => setChoosing(true)}
      />
      {isChoosing && <LanguageSheet onClose={() => setChoosing(false)} />}
    </Section>
  )
}
