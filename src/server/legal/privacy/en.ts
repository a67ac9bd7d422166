export const privacyEn = `Privacy policy
{appName} remembers which wallet is yours, because you proved it. It stores only what that needs, and you can see, export and delete all of it yourself, immediately.

## Who is responsible
{operatorName} runs this bot and answers for what it stores. Write here with any question or request:
{contact}

## What is stored
- Your Telegram account, as Telegram shares it with the bot: id, first name, username, language, whether the bot may write to you, and when you first and last opened the app.
- The language of the app and the bot, if you chose one.
- Each wallet that you link: its address, network and kind, how strongly it was proven and when, what it signed as your proof, with your Telegram id, and the label that you may give it.
- If you have Telegram sign such a proof: what Telegram then said about you, above all your id, name, username, language, the address of your photo and the time. It becomes part of the proof.
- Each attempt to link a wallet: when it was made and how it ended, the message that your wallet was given to sign, the name of the wallet app, and which Telegram app in which version you used.
- Your answers to connect requests: which request, which wallet, and when.
- The connect requests that you make: for which chat, and until when; and the wallets that you share as a card: how often others opened it and when last, but not who.
- Of a multisig that someone views here: its address, its owners and how many of them must agree, as the chain shows them.
- If you ask the owners of a multisig to sign for it: which one, the message that they are to sign, and until when. If you sign as one of them: for whom, as which owner and when, your signature or proof, and whether the other owners may see your name; if they may, your proof is stored with their links, too, until you delete everything. And that you have opened such a link or given a signature there, or when you were asked to sign, so that the bot can remind you, tells you how it ended, and does not ask too often.
- Of a group that the bot is in: its id and title, and that you, as an administrator there, have dealt with the bot.
- Each time that you ask to join a group whose door this bot guards: which group, when, how it was decided, by which wallet, and whether what let you in still holds.
[members] - So that an admin finds you by your name: how the words of your name and username begin, as keyed hashes.
- If an admin unlinks a wallet of yours: that they did, when and why.
- A list of what happened: a wallet linked, moved or unlinked, a proof that no longer holds, a request answered.
Nothing else of your wallet is read: not your balance, not your payments, not your other addresses; only, if you ask for it or an owner does, which multisigs it signs for. There is no advertising and there are no analytics by third parties. Your device stores a sign-in token, the connection to your wallet, which wallet apps you opened from here, and the language of the app, for this app only. The one cookie holds that language and nothing else, so that the first page comes in it.

## Why
So that {operatorName} knows, with proof, which wallet belongs to which Telegram account; so that you can see and undo it; and, from the attempts, so that mistakes can be found and fixed.

## Where, and how it is protected
On the server on which {operatorName} runs this bot. Your Telegram id, name and username, ids and titles of groups, labels, messages to sign, proofs, signatures and the details of what happened are encrypted in the database, under a key that is not stored there. Wallet addresses, which anyone can see on the chain, are stored as they are. The program’s log names no member.

## For how long
- A linked wallet: until you unlink it; where the bot’s button did that, up to two hours longer, so that you can undo it.
- The digest of each proof that you took along, showed or let into a token, with when it ended: until you delete everything. Whoever has the proof can ask here whether your wallet is still linked with it.
- An attempt: {attemptDays} after it ended.
- The list of what happened: {eventDays}, or longer while an entry still has to be delivered.
- An answer to a request: until you delete everything; the wallet is taken out of it when you withdraw it or unlink the wallet.
- A connect request: {eventDays} after its end. A card: until you take it back or unlink the wallet.
- A request to join a group: {eventDays} after you asked; if it let you in, for as long as the bot is in the group.
- What the owners of a multisig were asked, and their signatures: {attemptDays} after its end, or for as long as a link depends on it. Your signature is deleted when you take it back or delete everything.
- What was read of a multisig: for as long as someone here needs it, and {eventDays} after that.
- Your account here, if no wallet is linked to it: {idleMemberDays} after you last used it.
- What an admin did with a wallet of yours: a year, without your name once you delete everything.
- Everything, whenever you delete it.
Plain counts remain, such as how many attempts failed on a day. They name no one.

## Who gets it
[members] - The admins whom {operatorName} has named, in the app: your name, username and Telegram id, your linked wallets and what was proven of them, your requests and answers, and what happened. They can export your name, id and wallets as a table.
- {operatorName}’s own systems, which query this server or are notified by it: your Telegram id, your linked wallets and your answers, and of a multisig the addresses of the owners who signed for it, but not your labels. When you delete everything, they are notified of that too.
- The member who asks, if you answer their connect request: your name, username and Telegram id, and the wallet you choose. Before you answer you see who asks.
- A site, if you fetch a token for it here and give it that, or if {operatorName}’s own systems do: your Telegram id, the addresses of all your linked wallets whose proof holds, how and when each was proven, and the digest of each proof, with which the site can ask later whether the link is still there. A token is valid for ten minutes, for that site only, and is not stored here. What the site has read, it can keep.
- Anyone who has the link to a card that you share: your name and username, and that wallet.
- Anyone who has the link with which you ask the owners of a multisig: your name and username, which multisig, and which of its owners have signed. Only the other owners see your name as one of them, and only if you let them. Where each owner proves a wallet of their own, their proofs of the multisig then also contain your Telegram id and what you signed, for everyone to whom they show them.
- The administrators of a group that you ask to join: your name and username, that you wait and why, and whether what let you in still holds; your wallet’s address only if the group shows it as a tag beside your name.
- Telegram, which carries the messages between you and the bot.
- The bridge of the wallet that you choose, which carries the request and the answer between this app and your wallet, encrypted. It sees your IP address.
- A TON network provider, which is queried about addresses of wallets whose key can change, and about multisigs: who signs for them, and for which ones a linked wallet signs. It does not learn whose they are.
[evm] - Reown, if you connect an EVM wallet: its relay carries the request and the answer between this app and your wallet, encrypted; it lists wallets for you and confirms to yours that this page is genuine. It sees your IP address, but does not learn which Telegram account is yours.
[evm] - Providers of the EVM networks, which are asked what is at your wallet’s address and, if that is a contract, whether it accepts your signature and, of a multisig, who its owners are. They do not learn whose it is.
[evm] - The Safe Transaction Service, where it is used here: it is asked for which Safes a linked wallet signs, and whether signatures of a message were collected there, by its hash. It does not learn whose they are.
No one else. Nothing is sold.

## What you can do
- See and export everything: in the app, Settings, “Show all my data”.
- Unlink a wallet, change its label, withdraw an answer, take a card back, close a request, stop asking owners or take back your signature as one of them, as long as it is not complete: in the app.
- Delete everything immediately: in the app, Settings, “Delete everything”, or send /delete to the bot.
- Ask, correct or object: write to the address above.
`
