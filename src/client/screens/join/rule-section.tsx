import type { ShownRule } from '#shared/door-rule.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { CHECK, EYE, OWNERS, QUESTION } from '../../ui/icons.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { FamilyNames } from '../account/family-names.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { multisigLine } from '../multisig/multisig-line.tsx'
import { explainedLine } from '../screen/explained-line.ts'

/** Whom a group lets in by itself. */
export function RuleSection({ rule, footer }: { rule: ShownRule | null; footer: string }) {
  const { join } = useMessagesOf('door')
  return (
    <Section header={join.rule} footer={footer}>
      <RuleCells rule={rule} />
    </Section>
  )
}

function RuleCells({ rule }: { rule: ShownRule | null }) {
  const { rules } = useMessagesOf('door')
  const { wallet } = useMessages()
  if (rule === null) return <Cell icon={QUESTION} title={rules.unknown} />
  if (rule.kind === 'host') return <Cell icon={QUESTION} title={rules.host} />
  if (rule.kind === 'owner')
    return (
      <>
        <Cell icon={CHECK} title={rules.owner} />
        <Cell icon={OWNERS} {...multisigLine(rule.multisig)} />
      </>
    )
  const { family, level, binding } = rule
  return (
    <>
      <Cell
        icon={WALLET}
        title={rules.wallet}
        {...(family !== null && { after: <FamilyNames families={[family]} /> })}
      />
      {level !== null && <Cell icon={CHECK} {...explainedLine(wallet.levels[level])} />}
      {binding !== null && <Cell icon={EYE} {...explainedLine(wallet.bindings[binding])} />}
    </>
  )
}
