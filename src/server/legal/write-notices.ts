import type { EvmPolicy } from '#shared/boot.ts'
import { readNotices } from './read-notices.ts'
import { type PackageNotice, readPackageNotices } from './make-notices.ts'

const RULE = '-'.repeat(78)
const BASE_TITLE = [
  'This program is under the MIT License. It contains, or is made with, the software below. Each',
  'part is under the licence that follows its name.',
].join('\n')
/** Reown's community licence (§2a) requires it verbatim. */
const REOWN = 'Portions © 2025 Reown, Inc. All Rights Reserved'
const EVM_TITLE = [
  REOWN,
  '',
  'Wallets of EVM chains are connected with the software below, which loads when one is wanted.',
].join('\n')

/** The licences of everything that members are served; nothing about EVM where it is off. */
export function writeNotices(evm: EvmPolicy): string {
  const notices = readNotices()
  const parts = [part(BASE_TITLE, notices.base)]
  return (evm === 'off' ? parts : [part(EVM_TITLE, notices.evm), ...parts]).join('\n\n')
}

/** The licences of packages whose code is in another one. @param folders of the packages */
export function writePackageNotices(folders: readonly string[]): string {
  return `${[REOWN, writeLicences(folders)].join('\n\n')}\n`
}

/** The same of packages among which is none of Reown's. */
export function writeLicences(folders: readonly string[]): string {
  return part(BASE_TITLE, readPackageNotices(folders))
}

function part(title: string, licences: readonly PackageNotice[]): string {
  return [title, ...licences.map(({ packages, text }) => `${listed(packages)}\n\n${text}`)].join(
    `\n\n${RULE}\n\n`,
  )
}

function listed(packages: readonly string[]): string {
  return packages.map((name) => `* ${name}`).join('\n')
}
