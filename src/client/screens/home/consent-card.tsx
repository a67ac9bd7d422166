import type { Consent } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../unbroken-address.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { QUESTION } from '../../ui/icons.ts'

/** Another account has proven one of the member's wallets: the wallet moves only if the member consents. */
export function ConsentCard({ consent }: { consent: Consent }) {
  const { member } = useCore()
  const { telegram } = useServices()
  const { common, home } = useMessages()
  const { run, isBusy, problem } = useTask()
  const address = unbrokenAddress(consent)
  const letGo = async () => {
    const question = { ...home.letGoAsk(address), cancel: common.cancel, destructive: true }
    if (await telegram.ask(question)) await member.answerConsent(consent.attemptId, 'move')
  }
  return (
    <Section header={home.consent}>
      <Cell icon={QUESTION} title={home.consentText(address)} />
      <div className="button-pair">
        <Button kind="destructive" isBusy={isBusy} onPress={() => run(letGo)}>
          {home.letGo}
        </Button>
        <Button
          kind="quiet"
          isBusy={isBusy}
          onPress={() => run(() => member.answerConsent(consent.attemptId, 'keep'))}
        >
          {home.keep}
        </Button>
      </div>
      <ProblemNotice code={problem} />
    </Section>
  )
}
