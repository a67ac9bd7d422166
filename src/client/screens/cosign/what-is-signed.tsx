import type { Cosigning } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { SignedText } from '../attempt/signed-text.tsx'
import { SafeHash } from './safe-hash.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** The sentence itself, and what the owners' wallets show for it. */
export function WhatIsSigned({ cosigning, messages: { cosign } }: Props) {
  if (cosigning.method === 'agreements') return <Notice>{cosign.proveOwn}</Notice>
  const { message, multisig } = cosigning
  return (
    <>
      <SignedText header={cosign.text} note={cosign.textNote} text={message} />
      <SafeHash safe={multisig} text={message} />
    </>
  )
}
