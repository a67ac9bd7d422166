/** A defect of one place: the text there, and what is put in its place. */
export type Plant = {
  name: string
  file: string
  changes: readonly (readonly [from: string, to: string])[]
}

/** @throws where the file does not have the text once */
export function putPlant(source: string, { file, changes }: Plant): string {
  let planted = source
  for (const [from, to] of changes) {
    if (planted.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
    planted = planted.replace(from, () => to)
  }
  return planted
}

/** Defects that the search has to find. Each is put into a copy of the sources. */
export const PLANTS: readonly Plant[] = [
  {
    name: 'a nonce is claimed whatever the state of its attempt',
    file: 'src/server/store/rows/prepared-queries.ts',
    changes: [['      .where((query) => isSpendable(query, value))\n', '']],
  },
  {
    name: 'an event is written after its transaction',
    file: 'src/server/store/rows/prepared-queries.ts',
    changes: [
      [
        'insertEvent: prepareInsertEvent(db, nextSequence),',
        'insertEvent: async (_: Sql, values: never) => void setImmediate(() => void prepareInsertEvent(db, nextSequence)(db, values).catch(() => undefined)),',
      ],
    ],
  },
  {
    name: 'the lease of a receipt has no end',
    file: 'src/server/notifications/receipts.ts',
    changes: [['leaseReceipts(now, now + leaseMs,', 'leaseReceipts(now, now * 2,']],
  },
  {
    name: 'unlinking grants a consent',
    file: 'src/server/store/linking/unlink-wallet.ts',
    changes: [
      [
        "await rejectConsents(trx, identity, 'unlinked')",
        'for (const one of (await consentsAbout(trx, identity)).slice(0, 1)) await grant(trx, one)',
      ],
      ['import { rejectConsents }', 'import { consentsAbout, grant }'],
    ],
  },
  {
    name: 'the end of a consent is compared the wrong way',
    file: 'src/server/store/rows/consent-rows.ts',
    changes: [
      [".where('attempts.expires_at', '>', now)", ".where('attempts.expires_at', '<', now)"],
    ],
  },
  {
    name: 'whoever is asked about any wallet may answer',
    file: 'src/server/store/linking/consents.ts',
    changes: [["    .where('wallets.user_id', '=', holderId)\n", '']],
  },
  {
    name: 'events that name a deleted member second stay',
    file: 'src/server/store/members/delete-user.ts',
    changes: [
      [
        "return query.or([query('user_id', '=', userId), query('other_user_id', '=', userId)])",
        "return query.or([query('user_id', '=', userId)])",
      ],
    ],
  },
  {
    name: 'an earlier link comes back over a later one that has ended',
    file: 'src/server/store/rows/wallet-rows.ts',
    changes: [['  if (removed) await forgetUnlinked(sql, removed)\n', '']],
  },
  {
    name: 'events of one member do not wait for each other',
    file: 'src/server/store/rows/prepared-queries.ts',
    changes: [
      ["waits_behind: waitsBehind(value('user_id'), value('other_user_id')),", 'waits_behind: 0,'],
    ],
  },
  {
    name: 'every answer of the receiver counts as delivered',
    file: 'src/server/notifications/webhooks/deliver.ts',
    changes: [['status >= 200 && status < 300', 'status >= 200 && status < 600']],
  },
  {
    name: 'a full request takes one answer more',
    file: 'src/server/store/rows/answer-rows.ts',
    changes: [['row.answered < row.max_answers', 'row.answered <= row.max_answers']],
  },
  {
    name: 'an update of Telegram is handled as often as it comes',
    file: 'src/server/bot/webhook-updates.ts',
    changes: [["? 'taken' : 'repeated'", "? 'taken' : 'taken'"]],
  },
  {
    name: 'the reply under an Idempotency-Key is stored in a transaction of its own',
    file: 'src/server/store/api-keys/idempotency-keys.ts',
    changes: [
      ['        if (once.isFinal) await keepReply(trx, request, once)\n', ''],
      [
        "        return { outcome: 'done', reply: once.reply }\n      }),",
        "        return { outcome: 'done', ...once }\n      }).then(async (result) => { if (result.isFinal) await inTransaction(context, now, (trx) => keepReply(trx, request, result)); return result }),",
      ],
    ],
  },
  {
    name: 'whoever proves an owner’s wallet confirms, whoever has it',
    file: 'src/server/store/multisigs/confirmations.ts',
    changes: [
      ["return isFree && holderId === null ? 'own' : 'taken'", "return isFree ? 'own' : 'taken'"],
    ],
  },
  {
    name: 'a link to a multisig outlives the owner who agreed',
    file: 'src/server/multisig/mark-stale-links.ts',
    changes: [["  if (!reading.owners.includes(own)) return 'owners-changed'\n", '']],
  },
  {
    name: 'who confirmed is not notified that the cosigning ended with its starter',
    file: 'src/server/store/members/delete-user.ts',
    changes: [['  await notifyOwners(trx, userId)\n', '']],
  },
  {
    name: 'a receipt says what was so when it was written',
    file: 'src/server/notifications/receipt-subject.ts',
    changes: [
      [
        "wallet ? { ...event, wallet } : { type: 'wallet.ended', wallet: event.wallet }",
        '{ ...event, wallet: wallet ?? event.wallet }',
      ],
    ],
  },
]
