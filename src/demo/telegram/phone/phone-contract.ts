import * as v from 'valibot'

/** What the phone's script in the Mini App reports to the simulated Telegram: a page has opened a link of an app. */
export const OpenedAppLinkSchema = v.object({
  type: v.literal('clasp-demo-phone'),
  link: v.string(),
})
export type OpenedAppLink = v.InferOutput<typeof OpenedAppLinkSchema>

/** And that the member has tapped the page, which its client sees without a report. */
export const TappedSchema = v.object({ type: v.literal('clasp-demo-tap') })
export type Tapped = v.InferOutput<typeof TappedSchema>

/** What it receives, as JSON: whether the Mini App can be seen, or lies behind another app. */
export type PhoneMessage = { type: 'clasp-demo-phone'; isVisible: boolean }
