import { useState } from 'react'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { sendData } from '#shared/api/send-data.ts'
import type { Language } from '#shared/languages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell, Section } from '../../ui/list.tsx'
import type { IconShape } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { version } from '../../../../package.json'
import { AdminSection } from '../admin/admin-section.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { TaskCell } from '../actions/task-cell.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { FindMultisig } from '../multisig/find-multisig.tsx'
import { useSection } from '../arriving/use-section.ts'
import { RequestSection } from '../requests/request-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { CHECK, CROSS, EYE, FILE, TRASH } from '../../ui/icons.ts'
import { isolated } from '../../i18n/format.ts'
import { canSaveFiles } from '../actions/can-save-files.ts'
import { ExportSheet } from '../actions/export-sheet.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'

/** Language, what the app asks for and what it never asks for, and the member's own data. */
export function Settings() {
  const { settings } = useMessages()
  return (
    <Screen title={settings.title}>
      <LanguageSection />
      <List header={settings.asks} items={settings.askItems} icon={CHECK} />
      <List header={settings.nevers} items={settings.neverItems} icon={CROSS} />
      <DataSection />
      <RequestSection />
      <MultisigSection />
      <AdminSection />
      <Section>
        <Cell title={settings.version} after={<bdi>{version}</bdi>} />
      </Section>
    </Screen>
  )
}

type SettingsListProps = { header: string; items: readonly string[]; icon: IconShape }

function List({ header, items, icon }: SettingsListProps) {
  return (
    <Section header={header}>
      {items.map((item) => (
        <Cell key={item} icon={icon} title={item} />
      ))}
    </Section>
  )
}

/** A way to a multisig for members whose wallets list none. */
function MultisigSection() {
  return (
    <PartSection part={useSection('multisig')}>
      <Section>
        <FindMultisig />
      </Section>
    </PartSection>
  )
}

/** A page that the server renders, in the app's language. */
function getPageUrl(path: string, language: Language): string {
  return new URL(`${path}?lang=${language}`, location.href).href
}

/** The data that is stored about the member: read, export, delete. */
function DataSection() {
  const { api } = useCore()
  const { boot, telegram } = useServices()
  const { language, messages } = useLocalization()
  const { settings } = messages
  const [exported, setExported] = useState<ResponseOf<typeof exportMe> | null>(null)
  const showData = async () => setExported(await api.call(exportMe, {}))
  const pages = [
    ['/privacy', settings.policy],
    ['/terms', settings.terms],
    ['/notices', settings.notices],
  ] as const
  return (
    <Section header={settings.privacy} footer={settings.privacyNote(isolated(boot.appName))}>
      {pages.map(([path, title]) => (
        <LinkCell
          key={path}
          icon={FILE}
          title={title}
          onPress={() => telegram.openLink(getPageUrl(path, language))}
        />
      ))}
      <TaskCell icon={EYE} title={settings.exportData} work={showData} />
      <DeleteAll />
      {exported !== null && (
        <ExportSheet
          title={settings.exportTitle}
          text={JSON.stringify(exported, null, 2)}
          onClose={() => setExported(null)}
        >
          {!canSaveFiles(telegram.platform) && (
            <SendFileAction send={() => api.call(sendData, {})} />
          )}
        </ExportSheet>
      )}
    </Section>
  )
}

function DeleteAll() {
  const { member } = useCore()
  const { settings } = useMessages()
  const wallets = useMe()?.wallets.length ?? 0
  return (
    <TaskCell
      icon={TRASH}
      tone="destructive"
      title={settings.deleteAll}
      loss={settings.deleteAsk(wallets)}
      work={() => member.deleteAll()}
    />
  )
}
