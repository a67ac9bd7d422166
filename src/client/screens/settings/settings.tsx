import { useState } from 'react'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { sendData } from '#shared/api/send-data.ts'
import type { Language } from '#shared/languages.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell, ActionCell } from '../../ui/cell.tsx'
import type { IconShape } from '../../ui/icon.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { version } from '../../../../package.json'
import { PartSection } from '../arriving/part-section.tsx'
import { FindMultisig } from '../multisig/find-multisig.tsx'
import { useSection } from '../arriving/use-section.ts'
import { RequestSection } from '../requests/request-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { CHECK, CROSS, CHART, EYE, FILE, TRASH } from '../../ui/icons.ts'
import { useStore } from '../../use-store.ts'
import { useServices } from '../context/use-services.ts'
import { isolated } from '../../i18n/format.ts'
import { canSaveFiles } from '../actions/can-save-files.ts'
import { ExportSheet } from '../actions/export-sheet.tsx'
import { SendFileAction } from '../actions/send-file-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../context/use-core.ts'
import { useTask } from '../actions/use-task.ts'

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
  const messages = useSection('multisig')
  return (
    <PartSection part={messages}>
      {(ready) => (
        <Section>
          <FindMultisig messages={ready} />
        </Section>
      )}
    </PartSection>
  )
}

/** Leads to the admin view, for those who may see it. */
function AdminSection() {
  const { member, preload, router } = useServices()
  const { settings } = useMessages()
  const state = useStore(member)
  if (state.status !== 'known' || !state.me.admin) return null
  return (
    <Section>
      <LinkCell
        icon={CHART}
        title={settings.admin}
        onIntent={() => preload('admin')}
        onPress={() => router.open({ screen: 'admin' })}
      />
    </Section>
  )
}

/** The data that is stored about the member: read, export, delete. */
function DataSection() {
  const { api } = useCore()
  const { boot, telegram } = useServices()
  const { language, messages } = useLocalization()
  const { settings } = messages
  const { run, isBusy, problem } = useTask()
  const [exported, setExported] = useState<ResponseOf<typeof exportMe> | null>(null)
  const showData = async () => setExported(await api.call(exportMe, {}))
  return (
    <Section header={settings.privacy} footer={settings.privacyNote(isolated(boot.appName))}>
      <LinkCell
        icon={FILE}
        title={settings.policy}
        onPress={() => telegram.openLink(pageUrl('/privacy', language))}
      />
      <LinkCell
        icon={FILE}
        title={settings.terms}
        onPress={() => telegram.openLink(pageUrl('/terms', language))}
      />
      <LinkCell
        icon={FILE}
        title={settings.notices}
        onPress={() => telegram.openLink(pageUrl('/notices', language))}
      />
      <ActionCell
        icon={EYE}
        title={settings.exportData}
        isBusy={isBusy}
        onPress={() => run(showData)}
      />
      <DeleteAll />
      <ProblemNotice code={problem} />
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

/** A page that the server renders, in the app's language. */
function pageUrl(path: '/privacy' | '/terms' | '/notices', language: Language): string {
  return new URL(`${path}?lang=${language}`, location.href).href
}

function DeleteAll() {
  const { member } = useCore()
  const { member: current, telegram } = useServices()
  const { settings, common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const state = useStore(current)
  const wallets = state.status === 'known' ? state.me.wallets.length : 0
  const deleteAll = async () => {
    const question = { ...settings.deleteAsk(wallets), cancel: common.cancel, destructive: true }
    if (await telegram.ask(question)) await member.deleteAll()
  }
  return (
    <>
      <ActionCell
        icon={TRASH}
        tone="destructive"
        title={settings.deleteAll}
        isBusy={isBusy}
        onPress={() => run(deleteAll)}
      />
      <ProblemNotice code={problem} />
    </>
  )
}
