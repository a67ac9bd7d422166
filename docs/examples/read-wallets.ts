import * as v from 'valibot'

const Answer = v.object({
  wallets: v.array(
    v.object({ displayAddress: v.string(), level: v.string(), primary: v.boolean() }),
  ),
})
const Problem = v.object({ title: v.string(), detail: v.string() })

/** Who is this? The wallets that a Telegram account has proven to be its own. */
export async function readWallets(telegramId: string, clasp: { url: string; key: string }) {
  const response = await fetch(`${clasp.url}/v1/users/${telegramId}/wallets`, {
    headers: { authorization: `Bearer ${clasp.key}` },
  })
  const answer: unknown = await response.json()
  if (response.ok) return v.parse(Answer, answer).wallets
  const { title, detail } = v.parse(Problem, answer)
  throw new Error(`${title}. ${detail}`)
}
