import type { EvmMessages } from './messages.ts'

export const fa = {
  family: 'EVM',
  choices: 'کیف پول‌های EVM',
  choicesNote: (chains) => `${chains}. اتصال از راه WalletConnect برقرار می‌شود.`,
  allWallets: 'همهٔ کیف پول‌های دیگر EVM',
  safeNote: 'در نسخهٔ وب: برنامهٔ گوشی پیام امضا نمی‌کند',
  scan: 'کد زیر را با کیف پول روی گوشی‌تان اسکن کنید.',
  browser: {
    goOn: 'ادامه در مرورگر',
    choice: 'کیف پول EVM',
    choiceNote: 'در مرورگر شما باز می‌شود',
    note: 'اتصال و امضا را در صفحهٔ ما در مرورگر انجام می‌دهید و نتیجه همین‌جا نشان داده می‌شود. پیوند فقط برای شماست و یک بار، تا پنج دقیقه، کار می‌کند.',
    open: 'باز کردن صفحه در مرورگر',
    hint: 'در مرورگر ادامه دهید. نتیجه خودش اینجا نشان داده می‌شود.',
    reopen: 'باز کردن دوبارهٔ صفحه',
    qrTitle: 'کد QR که صفحه را در دستگاهی دیگر باز می‌کند',
  },
  ticket: {
    title: 'پیوند کیف پول',
    whose: (name) => `کیف پول به حساب تلگرام ${name} پیوند می‌خورد.`,
    notYours:
      'این حساب شما نیست؟ پس این صفحه را ببندید: کسی می‌خواهد کیف پول شما را به حساب خودش پیوند دهد.',
    account: 'حساب تلگرام',
    linked: {
      name: 'کیف پول پیوند خورد',
      sentence: 'می‌توانید این صفحه را ببندید. نتیجه در تلگرام هم دیده می‌شود.',
    },
    back: 'بازگشت به تلگرام',
  },
  kinds: {
    eoa: 'کیف پول EVM',
    eip7702: 'کیف پول EVM با کد (EIP-7702)',
    contract: 'حساب قراردادی',
  },
  contractNote:
    'اینجا یک قرارداد تعیین می‌کند امضای چه کسی معتبر است. پیوند فقط برای همین زنجیره است.',
  everyChain: 'همهٔ زنجیره‌های EVM',
  keySources: {
    signature: {
      name: 'کلید از امضا',
      sentence: 'نشانی از همان کلیدی به دست می‌آید که امضا کرده است.',
    },
    contract: {
      name: 'به گفتهٔ خود قرارداد',
      sentence: 'امضا را پذیرفته است؛ نمی‌گوید با کدام کلید زده شده.',
    },
  },
  upstream: 'زنجیره‌های EVM',
  problems: {
    'evm-off': 'کیف پول‌های EVM اینجا ارائه نمی‌شوند.',
    'evm-address-malformed': 'کیف پول نشانی ناخوانایی فرستاد.',
    'evm-chain-unsupported':
      'کیف پول روی زنجیره‌ای است که اینجا پذیرفته نمی‌شود. عوضش کنید و دوباره تلاش کنید.',
    'evm-account-missing': 'کیف پول هنوز حسابش را نگفته است.',
    'evm-signature-malformed': 'امضای کیف پول خوانده نشد.',
    'evm-signature-invalid': 'حسابی که باید امضا می‌کرد، امضا نکرده است.',
    'evm-contract-refused': 'قرارداد این حساب امضا را نپذیرفت.',
    'evm-contract-not-deployed':
      'قرارداد این حساب هنوز روی زنجیره نیست. نخستین تراکنشش را آنجا انجام دهید یا کیف پول دیگری انتخاب کنید.',
    'evm-chain-unreachable': 'زنجیره پاسخ نداد. امضای شما نگه داشته شده؛ دوباره تلاش کنید.',
    'evm-relay-unreachable':
      'به WalletConnect دسترسی نیست. بعضی شبکه‌ها آن را می‌بندند: شبکهٔ دیگری را امتحان کنید.',
    'evm-pairing-expired': 'پیش از اتصال کیف پول، مهلت درخواست تمام شد.',
    'evm-session-lost': 'ارتباط با کیف پول قطع شد.',
    'evm-method-unsupported': 'این کیف پول پیام امضا نمی‌کند. برنامهٔ Safe روی گوشی هم همین‌طور است.',
    'evm-account-unavailable': 'کیف پول دیگر حسابی را که باید امضا می‌کرد در اختیار نمی‌گذارد.',
    'evm-wallet-busy': 'درخواست دیگری در کیف پول باز است. اول به آن پاسخ دهید.',
  },
  causes: {
    'evm-off': 'EVM ارائه نمی‌شود',
    'evm-address-malformed': 'نشانی EVM ناخوانا',
    'evm-chain-unsupported': 'زنجیره پذیرفته نیست',
    'evm-account-missing': 'حساب گفته نشد',
    'evm-signature-malformed': 'امضای EVM ناخوانا',
    'evm-signature-invalid': 'حساب دیگری امضا کرد',
    'evm-contract-refused': 'قرارداد نپذیرفت',
    'evm-contract-not-deployed': 'قرارداد روی زنجیره نیست',
    'evm-chain-unreachable': 'زنجیره پاسخ نداد',
    'evm-relay-unreachable': 'WalletConnect در دسترس نیست',
    'evm-pairing-expired': 'مهلت اتصال تمام شد',
    'evm-session-lost': 'ارتباط قطع شد',
    'evm-method-unsupported': 'کیف پول پیام امضا نمی‌کند',
    'evm-account-unavailable': 'کیف پول حساب را پس گرفت',
    'evm-wallet-busy': 'کیف پول مشغول است',
  },
} satisfies EvmMessages
