import type { Explained } from '../../i18n/messages.ts'

/** How a line shows a name and the sentence that explains it. */
export function explainedLine({ name, sentence }: Explained) {
  return { title: name, subtitle: sentence }
}
