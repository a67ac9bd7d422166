import type { Language } from '#shared/languages.ts'
import { load as loadMainMessages } from 'virtual:messages/main'
import { load as loadFirstMessages } from 'virtual:messages/first'
import type { FirstMessages, MainMessages, AppMessages } from './messages.ts'

/** The messages of the first screens, and of the screens after them. */
export async function loadMessages(language: Language): Promise<AppMessages> {
  const [first, main] = await Promise.all([loadFirstMessages(language), loadMainMessages(language)])
  return joined(first, main)
}

function joined(first: FirstMessages, main: MainMessages): AppMessages {
  const common = { ...first.common, ...main.common }
  const home = { ...first.home, ...main.home }
  const problems = { ...first.problems, ...main.problems }
  return { ...first, ...main, common, home, problems }
}
