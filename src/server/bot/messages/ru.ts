import type { Binding } from '#shared/wallet.ts'
import { facts, lines, markup, paragraphs } from '../markup.ts'
import type { About, Messages, WalletKind, WalletProof } from './messages.ts'

const plural = new Intl.PluralRules('ru')

const LINKED_WALLETS: Record<Intl.LDMLPluralRule, string> = {
  zero: 'привязанных кошельков',
  one: 'привязанный кошелёк',
  two: 'привязанных кошелька',
  few: 'привязанных кошелька',
  many: 'привязанных кошельков',
  other: 'привязанного кошелька',
}

const SHOWN: Record<Binding, (domain: string) => string> = {
  domain: (domain) => markup`Кошелёк показал вам только наш домен, ${domain}.`,
  text: () => 'Кошелёк показал вам текст, в котором назван ваш аккаунт Telegram.',
  hash: () => 'Кошелёк показал вам хеш текста, в котором назван ваш аккаунт Telegram.',
}

/** Какие кошельки можно привязать, как начало слова «кошелёк». */
const kinds = ({ offersEvm }: About) => (offersEvm ? 'TON- или EVM-' : 'TON-')

function kindName(kind: WalletKind): string {
  if (kind.family === 'ton') return kind.version ?? 'другой контракт'
  return kind.chain === null ? 'EVM' : `аккаунт-контракт в сети ${kind.chain}`
}

function proven(proof: WalletProof): string {
  return proof.by === 'key'
    ? 'ключ кошелька подписал одноразовое сообщение.'
    : markup`контракт аккаунта в сети ${proof.chain} принял подпись одноразового сообщения.`
}

export const ru: Messages = {
  description: (about) =>
    paragraphs(
      `${about.appName} привязывает ваш ${kinds(about)}кошелёк к аккаунту Telegram и доказывает, что он ваш.`,
      'Вы подписываете одно сообщение в своём кошельке. Это бесплатно и ничего не переводит.',
      'Никаких транзакций, платежей и секретных фраз. Никогда.',
    ),
  shortDescription: (about) => `${about.appName}: ваш ${kinds(about)}кошелёк, с доказательством.`,
  commands: {
    connect: 'Подключить кошелёк',
    wallets: 'Привязанные кошельки',
    privacy: 'Что хранится и как долго',
    delete: 'Удалить все данные о вас',
    help: 'Как это работает',
  },
  buttons: {
    connect: 'Подключить кошелёк',
    openApp: 'Открыть приложение',
    openWallet: 'Показать кошелёк',
    openChat: 'Открыть чат',
    privacy: 'Политика конфиденциальности',
    terms: 'Условия использования',
    unlink: 'Это не я: отвязать',
    move: 'Отдать',
    keep: 'Оставить у меня',
    deleteAll: 'Удалить всё',
    deleteNothing: 'Отмена',
  },
  notices: {
    unknownButton:
      'Эта кнопка больше не работает. Отправьте /help, чтобы узнать, что можно сделать.',
    notYourButton: 'Эта кнопка не для вас.',
    failed: 'Не получилось. Попробуйте ещё раз чуть позже.',
  },
  texts: {
    start: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> привязывает ваш ${kinds(about)}кошелёк к аккаунту Telegram и доказывает, что он ваш.`,
        '<b>Что произойдёт.</b> Вы выберете кошелёк и подпишете в нём одно сообщение. Подпись бесплатна.',
        '<b>Чего не будет никогда.</b> Ни транзакций, ни платежей, ни секретных фраз. Отсюда нельзя ничего перевести с вашего кошелька.',
        '<b>Бот узнает:</b> адрес кошелька и то, что он ваш.',
      ),
    connect: () => 'Выберите кошелёк и подпишите одно сообщение. Подпись бесплатна.',
    connectInGroup: (about) =>
      markup`<b>${about.appName}</b> привязывает ${kinds(about)}кошелёк к аккаунту Telegram и доказывает, что он ваш. Нужно подписать одно сообщение, это бесплатно.`,
    onlyInPrivate: () => 'Это только между нами: напишите мне в личные сообщения.',
    noWallets: () => 'К вашему аккаунту пока не привязан ни один кошелёк.',
    walletsTitle: (count) => `<b>${count} ${LINKED_WALLETS[plural.select(count)]}</b>`,
    walletLine: ({ address, label, kind, isPrimary, isTestnet, date }) =>
      lines(
        label === null
          ? markup`<code>${address}</code>`
          : markup`<b>${label}</b> <code>${address}</code>`,
        facts(
          kindName(kind),
          isPrimary && 'основной',
          isTestnet && 'тестовая сеть',
          `подтверждён ${date}`,
        ),
      ),
    privacy: ({ appName }) =>
      paragraphs(
        lines(
          markup`<b>Что хранит ${appName}</b>`,
          '• ваш Telegram ID, имя, имя пользователя и язык',
          '• привязанные кошельки: адрес, тип, ваше название, когда и как он подтверждён',
          '• попытки подключения',
        ),
        '<b>Как.</b> Всё, что указывает на вас, зашифровано. Больше ничего о вашем кошельке не читается и не хранится.',
        '<b>Кто это видит.</b> Те, кому принадлежит этот бот.',
        '<b>Как долго.</b> Кошелёк — пока вы его не отвяжете, остальное — пока вы это не удалите. Попытки и входы истекают сами.',
        '/delete удаляет всё сразу.',
      ),
    help: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> доказывает, какой ${kinds(about)}кошелёк ваш.`,
        lines(
          '/connect — подключить кошелёк: вы подписываете одно сообщение, это бесплатно',
          '/wallets — привязанные кошельки',
          '/privacy — что хранится',
          '/delete — удалить все данные о вас',
        ),
        'Здесь никто и никогда не попросит у вас секретную фразу или оплату.',
      ),
    deleteQuestion: () =>
      paragraphs(
        '<b>Удалить все данные о вас?</b>',
        'Ваша учётная запись здесь, все привязанные кошельки и доказательства исчезнут. Отменить это нельзя, но кошелёк можно будет привязать снова.',
      ),
    deleteDone: () => 'Все данные о вас удалены.',
    deleteDeclined: () => 'Ничего не удалено.',
    deleteExpired: () =>
      'Время ответа истекло, ничего не удалено. Отправьте /delete, чтобы начать заново.',
    nothingStored: () => 'О вас ничего не хранится.',
    unlinked: ({ wallet }) =>
      paragraphs(
        markup`Кошелёк <code>${wallet}</code> больше не привязан к вашему аккаунту.`,
        'Если вы не подключали его сами, вам могли прислать чужую ссылку: подписывайте только то, что начали сами.',
      ),
    notLinked: () => 'Этот кошелёк уже не привязан к вашему аккаунту.',
    consentMoved: () => 'Кошелёк перешёл к другому аккаунту.',
    consentKept: () => 'Кошелёк остался привязан к вашему аккаунту.',
    consentClosed: () => 'Этот вопрос уже закрыт. Ничего не изменилось.',
    consentWalletLimit: () =>
      'Другой аккаунт не может принять ещё один кошелёк. Ваш остаётся привязан к вам.',
    walletLinked: ({ wallet, domain, proof }) =>
      paragraphs(
        markup`Кошелёк <code>${wallet}</code> теперь привязан к вашему аккаунту.`,
        `<b>Доказано:</b> ${proven(proof)} ${SHOWN[proof.binding](domain)}`,
      ),
    walletMovedHere: ({ wallet, signed }) =>
      markup`Кошелёк <code>${wallet}</code> перешёл от другого аккаунта Telegram к вашему. ${signed ? 'Он подписал текст, в котором назван ваш аккаунт.' : 'Прежний владелец согласился.'}`,
    walletMovedAway: ({ wallet, signed }) =>
      markup`Кошелёк <code>${wallet}</code> перешёл к другому аккаунту Telegram и больше не привязан к вашему. ${signed ? 'Он подписал текст, в котором назван тот аккаунт. Если подписали не вы, этим кошельком может пользоваться кто-то ещё.' : 'Вы на это согласились.'}`,
    walletUnlinkedByOwner: ({ wallet }) =>
      markup`Владельцы этого бота отвязали кошелёк <code>${wallet}</code> от вашего аккаунта. С самим кошельком ничего не произошло.`,
    consentAsked: ({ wallet }) =>
      paragraphs(
        markup`<b>Другой аккаунт Telegram подтвердил кошелёк <code>${wallet}</code>,</b> который привязан к вам.`,
        'Если это ваш второй аккаунт, отдайте кошелёк ему. Если вы о нём не знаете, оставьте кошелёк у себя: тогда ничего не изменится.',
      ),
    consentRefused: () =>
      'Кошелёк, который вы подтвердили, привязан к другому аккаунту Telegram, и тот его оставил. К вашему аккаунту ничего не привязано.',
  },
}
