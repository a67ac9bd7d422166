import type { EvmMessages } from './messages.ts'

export const ru = {
  family: 'EVM',
  choices: 'Кошельки EVM',
  choicesNote: (chains) => `${chains}. Соединение идёт через WalletConnect.`,
  allWallets: 'Все остальные кошельки EVM',
  safeNote: 'В веб-приложении: телефонное не подписывает сообщения',
  scan: 'Отсканируйте код ниже кошельком на телефоне.',
  browser: {
    choice: 'Кошелёк EVM',
    choiceNote: 'Откроется в браузере',
    note: 'Подключение и подпись пройдут на нашей странице в браузере, а результат появится здесь. Ссылка только для вас: она действует один раз и пять минут.',
    open: 'Открыть страницу в браузере',
    hint: 'Продолжайте в браузере. Результат появится здесь сам.',
    reopen: 'Открыть страницу снова',
    qrTitle: 'QR-код, который открывает страницу на другом устройстве',
  },
  ticket: {
    title: 'Привязка кошелька',
    whose: (name) => `Кошелёк будет привязан к аккаунту Telegram: ${name}.`,
    notYours:
      'Это не ваш аккаунт? Закройте страницу: кто-то пытается привязать ваш кошелёк к своему аккаунту.',
    account: 'Аккаунт Telegram',
    linked: {
      name: 'Кошелёк привязан',
      sentence: 'Эту страницу можно закрыть. Результат виден и в Telegram.',
    },
    back: 'Вернуться в Telegram',
  },
  kinds: {
    eoa: 'Кошелёк EVM',
    eip7702: 'Кошелёк EVM с кодом (EIP-7702)',
    contract: 'Аккаунт-контракт',
  },
  contractNote:
    'Чья подпись считается, здесь решает контракт. Привязка действует в одной этой сети.',
  everyChain: 'Все сети EVM',
  keySources: {
    signature: {
      name: 'Ключ из подписи',
      sentence: 'Адрес следует из ключа, которым подписано сообщение.',
    },
    contract: {
      name: 'Слово самого контракта',
      sentence: 'Он принял подпись; каким ключом она сделана, он не говорит.',
    },
  },
  upstream: 'Сети EVM',
  problems: {
    'evm-off': 'Кошельки EVM здесь не предлагаются.',
    'evm-address-malformed': 'Кошелёк прислал адрес, который нельзя прочитать.',
    'evm-chain-unsupported':
      'В кошельке выбрана сеть, которая здесь не принимается. Переключите её и попробуйте снова.',
    'evm-account-missing': 'Кошелёк ещё не сообщил свой аккаунт.',
    'evm-signature-malformed': 'Подпись кошелька не удалось прочитать.',
    'evm-signature-invalid': 'Подписал не тот аккаунт, который должен был.',
    'evm-contract-refused': 'Контракт аккаунта не принял подпись.',
    'evm-contract-not-deployed':
      'Контракта этого аккаунта ещё нет в сети. Проведите там его первую транзакцию или выберите другой кошелёк.',
    'evm-chain-unreachable': 'Сеть не ответила. Подпись сохранена, попробуйте снова.',
    'evm-relay-unreachable':
      'Не удалось связаться с WalletConnect. Некоторые сети его блокируют: попробуйте другую.',
    'evm-pairing-expired': 'Запрос устарел раньше, чем кошелёк подключился.',
    'evm-session-lost': 'Связь с кошельком потеряна.',
    'evm-method-unsupported':
      'Этот кошелёк не подписывает сообщения. Так, например, устроено приложение Safe на телефоне.',
    'evm-account-unavailable':
      'Кошелёк больше не предлагает аккаунт, который должен был подписать.',
    'evm-wallet-busy': 'В кошельке открыт другой запрос. Сначала ответьте на него.',
  },
  causes: {
    'evm-off': 'EVM не предлагается',
    'evm-address-malformed': 'Адрес EVM не читается',
    'evm-chain-unsupported': 'Сеть не принимается',
    'evm-account-missing': 'Аккаунт не назван',
    'evm-signature-malformed': 'Подпись EVM не читается',
    'evm-signature-invalid': 'Подписал другой аккаунт',
    'evm-contract-refused': 'Контракт отказал',
    'evm-contract-not-deployed': 'Контракта нет в сети',
    'evm-chain-unreachable': 'Сеть не ответила',
    'evm-relay-unreachable': 'Нет связи с WalletConnect',
    'evm-pairing-expired': 'Запрос на подключение устарел',
    'evm-session-lost': 'Связь с кошельком потеряна',
    'evm-method-unsupported': 'Кошелёк не подписывает сообщения',
    'evm-account-unavailable': 'Кошелёк отозвал аккаунт',
    'evm-wallet-busy': 'Кошелёк занят',
  },
} satisfies EvmMessages
