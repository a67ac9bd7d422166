import type { Boot } from '#shared/boot.ts'
import { renderFirstScreen } from '#client/prerender.tsx'
import { showMember } from '#client/before-react/show-member.ts'
import { getInitData } from './test-messenger.ts'
import { ADA, type TestAccount } from './people.ts'

/** Home as the server sends it, after the page's first script. */
export function homePage(boot: Boot, account?: TestAccount): string {
  return withMember(renderFirstScreen(boot).home, account)
}

/** The choice of a wallet, in the same way. */
export function chooserPage(boot: Boot, account?: TestAccount): string {
  return withMember(renderFirstScreen(boot).chooser, account)
}

function withMember(markup: string, { id, first_name }: TestAccount = ADA): string {
  document.body.innerHTML = markup
  showMember(getInitData({ user: JSON.stringify({ id, first_name }) }))
  return document.body.innerHTML
}
