import type { Binding } from '#shared/wallet.ts'
import { facts, isolate, lines, markup, paragraphs } from '../markup.ts'
import type { About, Messages, WalletKind, WalletProof } from './messages.ts'

const number = new Intl.NumberFormat('fa')

const SHOWN: Record<Binding, (domain: string) => string> = {
  domain: (domain) => markup`کیف پول فقط دامنهٔ ما، ${isolate(domain)}، را به شما نشان داد.`,
  text: () => 'کیف پول جمله‌ای را نشان داد که نام حساب تلگرام شما در آن است.',
  hash: () => 'کیف پول هش جمله‌ای را نشان داد که نام حساب تلگرام شما در آن است.',
}

/** کیف پول‌هایی که می‌توان متصل کرد. */
const kinds = ({ offersEvm }: About) => (offersEvm ? 'TON یا EVM' : 'TON')

function kindName(kind: WalletKind): string {
  if (kind.family === 'ton') return kind.version ?? 'قرارداد دیگر'
  return kind.chain === null ? 'EVM' : `حساب قراردادی در ${kind.chain}`
}

function proven(proof: WalletProof): string {
  return proof.by === 'key'
    ? 'کلید کیف پول یک پیام یک‌بارمصرف را امضا کرد.'
    : markup`قرارداد این حساب در ${isolate(proof.chain)} امضای یک پیام یک‌بارمصرف را پذیرفت.`
}

export const fa: Messages = {
  description: (about) =>
    paragraphs(
      `${isolate(about.appName)} کیف پول ${kinds(about)} شما را به حساب تلگرامتان متصل می‌کند و ثابت می‌کند که مال شماست.`,
      'شما فقط یک پیام را در کیف پول خودتان امضا می‌کنید. امضا رایگان است و چیزی را جابه‌جا نمی‌کند.',
      'نه تراکنش، نه پرداخت، نه عبارت بازیابی؛ هیچ‌وقت.',
    ),
  shortDescription: (about) => `${isolate(about.appName)}: کیف پول ${kinds(about)} شما، با اثبات.`,
  commands: {
    connect: 'اتصال کیف پول',
    wallets: 'کیف پول‌های متصل شما',
    privacy: 'چه چیزی و تا کی نگهداری می‌شود',
    delete: 'حذف همهٔ اطلاعات شما',
    help: 'راهنما',
  },
  buttons: {
    connect: 'اتصال کیف پول',
    openApp: 'باز کردن برنامه',
    openWallet: 'نمایش کیف پول',
    openChat: 'باز کردن گفتگو',
    privacy: 'سیاست حریم خصوصی',
    terms: 'شرایط استفاده',
    unlink: 'من نبودم: قطع اتصال',
    move: 'منتقل شود',
    keep: 'همین‌جا بماند',
    deleteAll: 'حذف همه چیز',
    deleteNothing: 'انصراف',
  },
  notices: {
    unknownButton: 'این دکمه دیگر کار نمی‌کند. برای دیدن راهنما /help را بفرستید.',
    notYourButton: 'این دکمه برای شخص دیگری است.',
    failed: 'انجام نشد. لطفاً کمی بعد دوباره امتحان کنید.',
  },
  texts: {
    start: (about) =>
      paragraphs(
        markup`<b>${isolate(about.appName)}</b> کیف پول ${kinds(about)} شما را به حساب تلگرامتان متصل می‌کند و ثابت می‌کند که مال شماست.`,
        '<b>چه اتفاقی می‌افتد.</b> کیف پولتان را انتخاب می‌کنید و یک پیام را در آن امضا می‌کنید. امضا رایگان است.',
        '<b>چه اتفاقی هرگز نمی‌افتد.</b> نه تراکنش، نه پرداخت، نه عبارت بازیابی. از اینجا نمی‌توان چیزی را از کیف پول شما جابه‌جا کرد.',
        '<b>این ربات می‌داند:</b> نشانی کیف پول شما و این که مال شماست.',
      ),
    connect: () => 'کیف پولتان را انتخاب و یک پیام را امضا کنید. امضا رایگان است.',
    connectInGroup: (about) =>
      markup`<b>${isolate(about.appName)}</b> کیف پول ${kinds(about)} شما را با اثبات به حساب تلگرامتان متصل می‌کند. فقط یک پیام را امضا می‌کنید؛ امضا رایگان است.`,
    onlyInPrivate: () => 'این بین خودمان بماند: لطفاً در گفتگوی خصوصی به من پیام بدهید.',
    noWallets: () => 'هنوز هیچ کیف پولی به حساب شما متصل نیست.',
    walletsTitle: (count) => `<b>${number.format(count)} کیف پول متصل</b>`,
    walletLine: ({ address, label, kind, isPrimary, isTestnet, date }) =>
      lines(
        label === null
          ? markup`<code>${isolate(address)}</code>`
          : markup`<b>${isolate(label)}</b> <code>${isolate(address)}</code>`,
        facts(
          isolate(kindName(kind)),
          isPrimary && 'اصلی',
          isTestnet && 'شبکهٔ آزمایشی',
          `تأیید در ${date}`,
        ),
      ),
    privacy: ({ appName }) =>
      paragraphs(
        lines(
          markup`<b>${isolate(appName)} چه نگه می‌دارد</b>`,
          '• شناسهٔ تلگرام، نام، نام کاربری و زبان شما',
          '• کیف پول‌هایی که متصل می‌کنید: نشانی، نوع، برچسب شما، و این که هر کدام کی و چگونه اثبات شده است',
          '• تلاش‌های شما برای اتصال',
        ),
        '<b>چگونه.</b> آنچه هویت شما را نشان می‌دهد رمزنگاری شده است. چیز دیگری از کیف پولتان خوانده یا نگهداری نمی‌شود.',
        '<b>چه کسی می‌بیند.</b> گردانندگان این ربات.',
        '<b>تا کی.</b> کیف پول تا وقتی اتصالش را قطع کنید؛ بقیه تا وقتی حذفشان کنید. تلاش‌ها و ورودها خودشان منقضی می‌شوند.',
        '/delete همه چیز را یک‌جا حذف می‌کند.',
      ),
    help: (about) =>
      paragraphs(
        markup`<b>${isolate(about.appName)}</b> ثابت می‌کند کدام کیف پول ${kinds(about)} مال شماست.`,
        lines(
          '/connect اتصال کیف پول: یک پیام را امضا می‌کنید، رایگان است',
          '/wallets کیف پول‌های متصل شما',
          '/privacy چه چیزی نگهداری می‌شود',
          '/delete حذف همهٔ اطلاعات شما',
        ),
        'اینجا هیچ‌کس هرگز از شما عبارت بازیابی یا پول نمی‌خواهد.',
      ),
    deleteQuestion: () =>
      paragraphs(
        '<b>همهٔ اطلاعات شما حذف شود؟</b>',
        'حساب شما در اینجا، همهٔ کیف پول‌های متصل و اثبات‌هایشان از بین می‌رود. این کار برگشت‌پذیر نیست؛ بعداً می‌توانید دوباره کیف پولی متصل کنید.',
      ),
    deleteDone: () => 'همهٔ اطلاعات شما حذف شد.',
    deleteDeclined: () => 'چیزی حذف نشد.',
    deleteExpired: () =>
      'مهلت این پرسش تمام شده و چیزی حذف نشد. برای شروع دوباره /delete را بفرستید.',
    nothingStored: () => 'هیچ اطلاعاتی دربارهٔ شما نگهداری نمی‌شود.',
    unlinked: ({ wallet }) =>
      paragraphs(
        markup`کیف پول <code>${isolate(wallet)}</code> دیگر به حساب شما متصل نیست.`,
        'اگر خودتان آن را متصل نکرده‌اید، شاید کسی پیوند خودش را برایتان فرستاده باشد: فقط چیزی را امضا کنید که خودتان شروع کرده‌اید.',
      ),
    notLinked: () => 'این کیف پول دیگر به حساب شما متصل نیست.',
    consentMoved: () => 'کیف پول به حساب دیگر منتقل شد.',
    consentKept: () => 'کیف پول به حساب شما متصل می‌ماند.',
    consentClosed: () => 'این پرسش دیگر باز نیست. چیزی تغییر نکرد.',
    consentWalletLimit: () =>
      'حساب دیگر نمی‌تواند کیف پول بیشتری بپذیرد. کیف پول به حساب شما متصل می‌ماند.',
    walletLinked: ({ wallet, domain, proof }) =>
      paragraphs(
        markup`کیف پول <code>${isolate(wallet)}</code> اکنون به حساب شما متصل است.`,
        `<b>اثبات شد:</b> ${proven(proof)} ${SHOWN[proof.binding](domain)}`,
      ),
    walletMovedHere: ({ wallet, signed }) =>
      markup`کیف پول <code>${isolate(wallet)}</code> از حساب تلگرام دیگری به حساب شما منتقل شد. ${signed ? 'متنی را امضا کرد که نام حساب شما در آن است.' : 'حساب پیشین موافقت کرد.'}`,
    walletMovedAway: ({ wallet, signed }) =>
      markup`کیف پول <code>${isolate(wallet)}</code> به حساب تلگرام دیگری منتقل شد و دیگر به حساب شما متصل نیست. ${signed ? 'متنی را امضا کرد که نام آن حساب در آن است. اگر شما امضا نکرده‌اید، شخص دیگری می‌تواند از این کیف پول استفاده کند.' : 'شما موافقت کردید.'}`,
    walletUnlinkedByOwner: ({ wallet }) =>
      markup`گردانندگان این ربات اتصال کیف پول <code>${isolate(wallet)}</code> به حساب شما را برداشتند. در خود کیف پول چیزی تغییر نکرده است.`,
    consentAsked: ({ wallet }) =>
      paragraphs(
        markup`<b>حساب تلگرام دیگری کیف پول <code>${isolate(wallet)}</code> را اثبات کرده است،</b> که به شما متصل است.`,
        'اگر آن حساب هم مال شماست، بگذارید کیف پول به آن منتقل شود. اگر آن را نمی‌شناسید، همین‌جا نگهش دارید؛ آن‌وقت چیزی تغییر نمی‌کند.',
      ),
    consentRefused: () =>
      'کیف پولی که اثبات کردید به حساب تلگرام دیگری متصل است و آن حساب نگهش داشت. چیزی به حساب شما متصل نشد.',
  },
}
