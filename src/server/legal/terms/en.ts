export const termsEn = `Terms of use
{appName} links your wallet to your Telegram account, with proof. It can do nothing else with either.

## What this is
{operatorName} runs this bot. You connect a wallet and sign a message in it, perhaps a second one that names your Telegram account; the signature proves that the wallet is yours, and {operatorName} is notified. Signing costs nothing.
The proof says which wallet belongs to which Telegram account. It says nothing about who you are, what you own or what you are entitled to. Of a multisig it says only that its owners have signed for it, not that one of them controls it alone.

## What it never does
- It holds no keys and no coins.
- It never asks for a transaction, a payment or an approval to spend.
- It never asks for your secret phrase or your private key.
Anyone who asks you for one of these in the name of {appName} is a fraud.

## What is up to you
- Link only wallets that are yours.
- Approve in your wallet only what you started yourself, a moment ago. If you approve another person’s link or QR code, you give that person the proof of your wallet.
- Read what your wallet shows before you approve it. If it names a Telegram account that is not yours, decline: it would link your wallet to that account. If it shows a transaction, decline: it is not from here.
- As an owner of a multisig you may sign for another member. Then the page and the message name that member and the multisig, and your own wallet is not linked to anyone. Decline if you do not know both.
- Unlink a wallet that is no longer yours.

## No warranty
The service is offered as it is and free of charge. It may be wrong, interrupted or ended, and wallets, networks and Telegram, on which it depends, are run by others. As far as the law allows, there is no liability for damage that comes from using it or from not being able to.

## Ending it
You can stop at any time: unlink your wallets or delete everything, in the app or with /delete. {operatorName} may unlink a wallet or end the service.

## Contact
{operatorName}:
{contact}
`
