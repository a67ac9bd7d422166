import { useState } from 'react'
import { languageName } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { LanguageSheet } from './language-sheet.tsx'

/** In which language the app and the bot speak, and the way to another. */
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
