import type { Finding } from './verify-proof.ts'

/**
 * What follows from a document, in English sentences: docs/proof-format.md, "What follows". The first one never says
 * more than was proven.
 */
export function writeFinding(finding: Finding): string[] {
  const { isCurrent, launch, isConditional } = finding
  const main = writeMain(finding)
  return [
    isConditional ? `${CONDITIONS[finding.type]} ${main}` : main,
    writeTime(finding),
    ...(isCurrent === false ? ['This was true then. It is not true now.'] : []),
    ...(isCurrent === true ? ['It is true now as well.'] : []),
    ...(launch === null ? [] : [writeLaunch(launch)]),
  ]
}

const CONDITIONS: Record<Finding['type'], string> = {
  'ton-proof': 'If the chain confirms the key:',
  'ton-text': 'If the chain confirms the key:',
  'evm-message': '',
  'evm-contract': 'If the chain confirms it:',
  safe: 'If the chain confirms the owners:',
  quorum: 'If the chain confirms the owners:',
}

function writeMain({ type, wallet, telegramId, domain, owners }: Finding): string {
  const account = `Telegram account ${telegramId}`
  switch (type) {
    case 'ton-text':
    case 'evm-message':
      return `The key of ${wallet} signed a message that names ${account}, for ${domain}.`
    case 'ton-proof':
      return `The key of ${wallet} approved a request of ${domain} that commits to ${account}. The wallet did not show the account.`
    case 'evm-contract':
      return `The contract ${wallet} accepted a signature of a message that names ${account}, for ${domain}.`
    case 'safe':
      return `${writeShare(owners)} owners of the Safe ${wallet} signed a message that names ${account}, for ${domain}.`
    case 'quorum':
      return `${writeShare(owners)} owners of the multisig ${wallet} agreed to link it, ${account} being one of them, at ${domain}.`
  }
}

function writeShare(owners: Finding['owners']): string {
  return owners === null ? '' : `${owners.agreed} of ${owners.of}`
}

const CLOCKS: Record<Finding['signedAt']['clock'], string> = {
  wallet: "the wallet's clock",
  site: "the clock of the site or of the member's device",
}

function writeTime({ signedAt }: Finding): string {
  return `Signed on ${isoTime(signedAt.seconds)}, by ${CLOCKS[signedAt.clock]}.`
}

function writeLaunch({ botId, authDate, key }: NonNullable<Finding['launch']>): string {
  return `Telegram signed that this account opened bot ${botId} by a link with this proof on ${isoTime(authDate)} (key: ${key}).`
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}
