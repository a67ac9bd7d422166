import type { Collection } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { SignedText } from '../attempt/signed-text.tsx'
import { SafeHash } from './safe-hash.tsx'

type Props = { collection: Collection; words: MultisigMessages }

/** The sentence itself, and what the owners' wallets make of it. */
export function WhatIsSigned({ collection, words: { cosign } }: Props) {
  if (collection.method === 'agreements') return <Notice>{cosign.proveOwn}</Notice>
  const { message, multisig } = collection
  return (
    <>
      <SignedText header={cosign.text} note={cosign.textNote} text={message} />
      <SafeHash safe={multisig} text={message} />
    </>
  )
}
