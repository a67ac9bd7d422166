import type { Language } from '#shared/languages.ts'
import type { ReactNode } from 'react'

/** The name of a state, and the component in it. */
export type SpecimenState = readonly [name: string, shown: ReactNode]

/** The states of components, by the names of their files. */
export type Specimens = Record<string, (samples: Samples) => readonly SpecimenState[]>

/** Words as long as the product's own, for the components to be seen with. */
export type Samples = {
  title: string
  sentence: string
  action: string
  quiet: string
  destructive: string
  value: string
  name: string
  close: string
  mark: string
}

export const SAMPLES: Record<Language, Samples> = {
  en: {
    title: 'Linked wallets',
    sentence: 'Signing costs nothing. This bot will know your address and nothing else.',
    action: 'Connect wallet',
    quiet: 'Copy link',
    destructive: 'Unlink wallet',
    value: 'Nov 22, 2026, 14:05',
    name: 'Ada Lovelace',
    close: 'Close',
    mark: 'Primary',
  },
  ru: {
    title: 'Привязанные кошельки',
    sentence: 'Подпись ничего не стоит. Бот узнает ваш адрес и больше ничего.',
    action: 'Подключить кошелёк',
    quiet: 'Скопировать ссылку',
    destructive: 'Отвязать кошелёк',
    value: '22 нояб. 2026 г., 14:05',
    name: 'Илья Константинопольский',
    close: 'Закрыть',
    mark: 'Основной',
  },
  es: {
    title: 'Billeteras vinculadas',
    sentence: 'Firmar no cuesta nada. Este bot conocerá tu dirección y nada más.',
    action: 'Conectar billetera',
    quiet: 'Copiar enlace',
    destructive: 'Desvincular billetera',
    value: '22 nov 2026, 14:05',
    name: 'Inés de la Cruz',
    close: 'Cerrar',
    mark: 'Principal',
  },
  fa: {
    title: 'کیف پول‌های پیوندشده',
    sentence: 'امضا هزینه‌ای ندارد. این ربات تنها نشانی شما را می‌داند.',
    action: 'اتصال کیف پول',
    quiet: 'کپی پیوند',
    destructive: 'جدا کردن کیف پول',
    value: '۱ آذر ۱۴۰۵، ۱۴:۰۵',
    name: 'نگار محمدی',
    close: 'بستن',
    mark: 'اصلی',
  },
}
