/** Everything that is said, by section. Written from `en.json`: `npx tsx src/i18n/write-messages.ts`. */
export type Messages = {
  first: {
    common: {
      back: string
      cancel: string
      close: string
      copied: string
      copyFailed: string
      primary: string
      testnet: string
      mainnet: string
    }
    home: {
      account: string
      connect: string
      connectNote: string
      wallets: string
      settings: string
    }
    outside: {
      text: string
      open: string
      scan: string
      qrTitle: string
    }
    unsigned: {
      title: string
      text: string
      open: string
    }
    trouble: {
      title: string
    }
    problems: {
      'bad-request': string
      'body-too-large': string
      'not-found': string
      'not-admin': string
      'request-closed': string
      'rate-limited': string
      busy: string
      'init-data-missing': string
      'init-data-malformed': string
      'init-data-invalid': string
      'init-data-expired': string
      'init-data-from-future': string
      'session-missing': string
      'session-expired': string
      'session-limited': string
      'ticket-invalid': string
      'attempt-expired': string
      'attempt-settled': string
      'too-many-attempts': string
      'wallet-limit': string
      'wallet-rejected': string
      'wallet-no-proof': string
      'wallet-answer-malformed': string
      'wallet-bad-request': string
      'wallet-manifest': string
      'wallet-unsupported': string
      'wallet-failed': string
      'wallet-library-unavailable': string
      'wallet-not-opened': string
      offline: string
      'server-unreachable': string
      maintenance: string
      internal: string
      'link-broken': string
      'link-newer': string
      'request-full': string
      'members-only': string
      'membership-unknown': string
      'request-not-allowed': string
      'chat-gone': string
      'card-gone': string
      'share-failed': string
    }
    actions: {
      retry: string
      'new-attempt': string
      'other-wallet': string
      reopen: string
      home: string
      close: string
    }
  }
  main: {
    home: {
      empty: string
      promises: {
        proof: { name: string; sentence: string }
        knows: { name: string; sentence: string }
        never: { name: string; sentence: string }
      }
      verified: (date: string) => string
      outdated: string
      device: string
      deviceNote: string
      disconnect: string
      switch: string
      consent: string
      consentText: (address: string) => string
      letGo: string
      keep: string
      letGoAsk: (address: string) => { title: string; message: string; confirm: string }
      underWay: { name: string; sentence: string }
      goOn: string
      ask: string
    }
    connect: {
      title: string
      telegramWallet: string
      telegramWalletNote: string
      otherWallets: string
      otherWalletsNote: string
      preparing: string
      openWallet: string
      promises: {
        knows: { name: string; sentence: string }
        free: { name: string; sentence: string }
        never: { name: string; sentence: string }
      }
    }
    attempt: {
      title: string
      someWallet: string
      open: (wallet: string) => string
      approve: string
      verify: string
      stepDone: string
      hintOpen: string
      hintApprove: (wallet: string) => string
      hintSilent: string
      hintChecking: string
      hintRetrying: string
      timeLeft: (time: string) => string
      reopen: string
      copyLink: string
      showQr: string
      qrTitle: string
      qrWarning: string
      anotherWallet: string
      cancel: string
      leaveAsk: { title: string; message: string; confirm: string; stay: string }
      linked: string
      receiptInChat: string
      receiptHere: string
      done: string
      consent: string
      consentText: string
      consentNext: (until: string) => string
      failed: string
      cancelled: string
      elsewhere: string
      homeScreen: { name: string; sentence: string }
      homeAdded: string
    }
    wallet: {
      title: string
      address: string
      copyAddress: string
      showQr: string
      network: string
      kind: string
      kindVersion: (version: string) => string
      kindTelegram: string
      kindUnknown: string
      proof: string
      levels: {
        key: { name: string; sentence: string }
        account: { name: string; sentence: string }
        quorum: { name: string; sentence: string }
        signer: { name: string; sentence: string }
      }
      bindings: {
        domain: { name: string; sentence: string }
        text: { name: string; sentence: string }
        hash: { name: string; sentence: string }
      }
      keySources: {
        'state-init': { name: string; sentence: string }
        chain: { name: string; sentence: string }
        'chain-confirmed': { name: string; sentence: string }
        anchor: { name: string; sentence: string }
        'anchor-confirmed': { name: string; sentence: string }
      }
      verified: string
      label: string
      labelPlaceholder: string
      labelNote: string
      labelRefused: string
      save: string
      makePrimary: string
      primaryNote: string
      explorer: string
      reverify: string
      unlink: string
      unlinkAsk: (address: string) => { title: string; message: string; confirm: string }
      unlinkWaiting: string
    }
    settings: {
      title: string
      language: string
      languageNote: string
      languageAuto: string
      languageTitle: string
      asks: string
      askItems: readonly string[]
      nevers: string
      neverItems: readonly string[]
      privacy: string
      privacyNote: (appName: string) => string
      policy: string
      terms: string
      notices: string
      admin: string
      exportData: string
      exportTitle: string
      copyAll: string
      deleteAll: string
      deleteAsk: (wallets: number) => { title: string; message: string; confirm: string }
      deleted: { name: string; sentence: string }
      version: string
    }
  }
  evm: {
    family: string
    choices: string
    choicesNote: (chains: string) => string
    allWallets: string
    safeNote: string
    scan: string
    browser: {
      goOn: string
      choice: string
      choiceNote: string
      note: string
      open: string
      hint: string
      reopen: string
      qrTitle: string
    }
    ticket: {
      title: string
      whose: (name: string) => string
      notYours: string
      account: string
      linked: { name: string; sentence: string }
      back: string
      cosign: {
        title: string
        whose: (name: string) => string
        notYours: string
        done: { name: string; sentence: string }
      }
    }
    kinds: {
      eoa: string
      eip7702: string
      contract: string
      safe: string
    }
    contractNote: string
    everyChain: string
    keySources: {
      signature: { name: string; sentence: string }
      contract: { name: string; sentence: string }
    }
    problems: {
      'evm-off': string
      'evm-address-malformed': string
      'evm-chain-unsupported': string
      'evm-account-missing': string
      'evm-signature-malformed': string
      'evm-signature-invalid': string
      'evm-contract-refused': string
      'evm-contract-not-deployed': string
      'evm-chain-unreachable': string
      'evm-relay-unreachable': string
      'evm-pairing-expired': string
      'evm-session-lost': string
      'evm-method-unsupported': string
      'evm-account-unavailable': string
      'evm-wallet-busy': string
    }
    causes: {
      'evm-off': string
      'evm-address-malformed': string
      'evm-chain-unsupported': string
      'evm-account-missing': string
      'evm-signature-malformed': string
      'evm-signature-invalid': string
      'evm-contract-refused': string
      'evm-contract-not-deployed': string
      'evm-chain-unreachable': string
      'evm-relay-unreachable': string
      'evm-pairing-expired': string
      'evm-session-lost': string
      'evm-method-unsupported': string
      'evm-account-unavailable': string
      'evm-wallet-busy': string
    }
    safe: {
      kindWithOwners: (about: { threshold: string; owners: string }) => string
      version: string
      modules: (count: number) => string
      modulesNote: string
      guard: string
      guardNote: string
      cannotSign: string
    }
    upstreams: {
      'evm-rpc': string
      'safe-service': string
    }
    hash: {
      header: string
      note: string
      message: string
      whole: string
      copy: string
      failed: string
    }
    signsAs: {
      text: string
      textNote: string
      safe: string
    }
    safeWays: {
      is: (about: { threshold: string; owners: string }) => string
      owners: { name: string; sentence: string }
      note: string
      inTelegram: string
    }
  }
  admin: {
    title: string
    refresh: string
    asOf: (time: string) => string
    none: string
    linked: {
      header: string
      now: string
      note: string
      chart: (about: { count: string; day: string; most: string }) => string
    }
    attempts: {
      header: string
      note: string
      outcomes: {
        linked: string
        failed: string
        cancelled: string
        expired: string
      }
    }
    failing: {
      byClient: string
      byWallet: string
      note: string
      unknownClient: string
      noWallet: string
      otherWallet: string
      causes: {
        'wallet-limit': string
        'wallet-linked-elsewhere': string
        'wallet-proven-elsewhere': string
        'wallet-unlinked-elsewhere': string
        'wallet-rejected': string
        'wallet-no-proof': string
        'wallet-answer-malformed': string
        'wallet-bad-request': string
        'wallet-manifest': string
        'wallet-unsupported': string
        'wallet-failed': string
        'wallet-library-unavailable': string
        'wallet-not-opened': string
        'ton-network-mismatch': string
        'ton-address-malformed': string
        'ton-domain-length-mismatch': string
        'ton-domain-mismatch': string
        'ton-proof-expired': string
        'ton-proof-from-future': string
        'ton-payload-mismatch': string
        'ton-signature-malformed': string
        'ton-state-init-malformed': string
        'ton-state-init-mismatch': string
        'ton-key-mismatch': string
        'ton-key-unknown': string
        'ton-signature-invalid': string
        'ton-chain-unreachable': string
        'ton-chain-disagreement': string
        'ton-key-unconfirmed': string
        'ton-text-mismatch': string
        'ton-text-unsupported': string
        'ton-session-lost': string
      }
    }
    upstreams: {
      header: string
      names: {
        telegram: string
        toncenter: string
        'wallets-list': string
        webhook: string
      }
      health: {
        up: string
        down: string
        unknown: string
      }
      failures: (count: string) => string
      note: string
    }
    deliveries: {
      header: string
      off: string
      offNote: string
      disabled: string
      states: {
        pending: string
        retrying: string
        delivered: string
        dead: string
      }
      waiting: string
      nothingWaits: string
      tries: (count: string) => string
      next: (time: string) => string
      again: string
      sentAgain: string
      all: (count: string) => string
    }
  }
  request: {
    asks: (name: string) => string
    asksText: string
    knows: string
    promises: {
      account: { name: string; sentence: string }
      wallet: { name: string; sentence: string }
    }
    family: string
    until: string
    canTakeBack: string
    choose: string
    answer: string
    connect: string
    another: string
    unavailable: string
    unlinked: string
    answered: string
    answeredText: (appName: string) => string
    shared: string
    answeredAt: string
    gone: string
    takeBack: string
    takeBackNote: string
    takeBackAsk: { title: string; message: string; confirm: string }
    backToChat: string
    closed: { name: string; sentence: string }
    expired: (date: string) => { name: string; sentence: string }
    missing: { name: string; sentence: string }
    asksGone: string
    whoAsks: string
    operator: string
    requesterGone: string
    forChat: string
    forMembers: string
    fromTelegram: string
    knownToMaker: (about: { name: string; appName: string }) => string
    knownToOperator: (appName: string) => string
    countOnly: string
    answeredMaker: (about: { name: string; appName: string }) => string
    full: { name: string; sentence: string }
    made: string
    madeNote: string
  }
  requesting: {
    newRequest: string
    mine: string
    anybody: string
    answers: (count: number) => string
    states: {
      open: (date: string) => string
      closed: string
      expired: (date: string) => string
      full: string
    }
    empty: { name: string; sentence: string }
    cannot: { name: string; sentence: string }
    inGroup: string
    addToGroup: string
    addNote: (command: string) => string
    form: {
      where: string
      anyone: string
      whomeverNote: string
      chatNote: string
      wallets: string
      any: string
      life: string
      lives: {
        day: string
        week: string
        month: string
      }
      membersOnly: string
      membersNote: string
      everybodyNote: string
      preview: string
      asks: (name: string) => string
      forChat: (chat: string) => string
      forNoChat: string
      knows: (about: { name: string; appName: string }) => string
      account: string
      wallet: string
      until: string
      choose: string
      ask: string
      countOnly: string
    }
    answered: (count: number) => string
    post: {
      waiting: string
      sent: string
      refused: string
      left: string
    }
    facts: {
      members: string
      anybody: string
      wallets: string
    }
    people: string
    nobody: string
    answeredAt: (date: string) => string
    takenBack: (date: string) => string
    gone: string
    levels: {
      key: string
      account: string
      quorum: string
    }
    newest: (count: string) => string
    export: string
    exportTitle: string
    save: string
    extend: string
    reopen: string
    close: string
    closeAsk: { title: string; message: string; confirm: string }
    missing: { name: string; sentence: string }
  }
  sharing: {
    title: string
    holder: string
    checked: (appName: string) => string
    yours: string
    bindings: {
      domain: { name: string; sentence: string }
      text: { name: string; sentence: string }
      hash: { name: string; sentence: string }
    }
    since: string
    share: string
    send: string
    chooseChat: string
    sent: string
    copyLink: string
    showQr: string
    qrTitle: string
    shareCard: string
    shareNote: string
    showCard: string
    sharedNote: (date: string) => string
    stop: string
    stopAsk: { title: string; message: string; confirm: string }
    stopped: { name: string; sentence: string }
    again: string
    missing: { name: string; sentence: string }
  }
  signing: {
    title: string
    connect: string
    sign: string
    text: string
    textNote: string
    account: string
    press: string
    hint: string
    hintWaiting: (wallet: string) => string
    stronger: { name: string; sentence: string; action: string }
    declined: string
    moveNow: { name: string; sentence: string; action: string }
    problems: {
      'ton-network-mismatch': string
      'ton-address-malformed': string
      'ton-domain-length-mismatch': string
      'ton-domain-mismatch': string
      'ton-proof-expired': string
      'ton-proof-from-future': string
      'ton-payload-mismatch': string
      'ton-signature-malformed': string
      'ton-state-init-malformed': string
      'ton-state-init-mismatch': string
      'ton-key-mismatch': string
      'ton-key-unknown': string
      'ton-signature-invalid': string
      'ton-chain-unreachable': string
      'ton-chain-disagreement': string
      'ton-key-unconfirmed': string
      'ton-text-mismatch': string
      'ton-text-unsupported': string
      'ton-session-lost': string
      'wallet-linked-elsewhere': string
      'wallet-proven-elsewhere': string
      'wallet-unlinked-elsewhere': string
    }
  }
  multisig: {
    problems: {
      'multisig-not-found': string
      'multisig-lookalike': string
      'multisig-not-signer': string
      'cosign-not-owner': string
      'cosign-proposer': string
      'cosign-owner-contract': string
      'cosign-owner-taken': string
      'cosign-closed': string
    }
    title: string
    tonKind: string
    tonKindWithOwners: (about: { threshold: string; owners: string }) => string
    ratio: (about: { part: string; whole: string }) => string
    mustAgree: (about: { threshold: string; owners: number }) => string
    rule: string
    ruleNote: string
    readAt: string
    notRead: string
    proposers: (count: number) => string
    proposersNote: string
    owners: string
    ownersNote: string
    you: string
    provable: string
    toAccount: (count: number) => string
    toQuorum: (count: number) => string
    collect: string
    askOthers: string
    proveAlone: string
    goOn: string
    proveAgain: string
    connectOwner: string
    yourLink: string
    underWay: string
    signed: (about: { part: string; whole: string }) => string
    agreed: (about: { part: string; whole: string }) => string
    pending: string
    waitsForYou: string
    confirmationUnderWay: string
    accountStale: (date: string) => { name: string; sentence: string }
    stale: (date: string) => { name: string; sentence: string }
    keySource: { name: string; sentence: string }
    signsFor: (count: number) => string
    list: {
      header: string
      none: string
      noneNote: string
      unlisted: string
      partial: string
      again: string
      paste: string
    }
    find: {
      title: string
      address: string
      note: string
      refused: string
      go: string
      found: string
    }
    detail: string
    cosign: {
      asksSignature: (name: string) => string
      asksAgreement: (name: string) => string
      mine: string
      mineText: string
      leadsToStarter: (name: string) => string
      leadsToMe: string
      leadsToAll: string
      whoAsks: string
      fromTelegram: string
      knowThem: (name: string) => string
      text: string
      textNote: string
      proveOwn: string
      signedMark: string
      agreedMark: string
      openMark: string
      unlisted: string
      unlistedSignature: string
      anonymous: string
      givenAnonymously: string
      showName: string
      showNameNote: string
      sign: string
      agree: string
      unavailable: string
      signatureCounts: string
      agreementCounts: string
      soFar: (about: { part: string; whole: string }) => string
      signedAs: string
      withdraw: string
      withdrawAsk: { title: string; message: string; confirm: string }
      stuck: string
      stuckNote: string
      complete: string
      linkedToMe: string
      linkedTo: (name: string) => string
      linkedToAll: string
      showWallet: string
      cancelled: (name: string) => { name: string; sentence: string }
      cancelledMine: { name: string; sentence: string }
      expired: (date: string) => { name: string; sentence: string }
      again: string
      missing: { name: string; sentence: string }
      remind: string
      until: string
      cancel: string
      cancelAsk: { title: string; message: string; confirm: string; stay: string }
      attempt: {
        title: string
        wrongWallet: string
        cancel: string
        leaveAsk: { title: string; message: string; confirm: string; stay: string }
        failed: string
      }
      notNeeded: string
    }
    youSigned: string
    youAgreed: string
    nothing: string
    bindings: {
      domain: { name: string; sentence: string }
      text: { name: string; sentence: string }
    }
  }
  failure: {
    start: {
      title: string
      action: string
    }
    crash: { title: string; sentence: string; action: string }
  }
  bot: {
    description: (about: { appName: string; kinds: string }) => readonly string[]
    shortDescription: (about: { appName: string; kinds: string }) => string
    kinds: {
      ton: string
      tonOrEvm: string
    }
    commands: {
      connect: string
      wallets: string
      privacy: string
      delete: string
      help: string
    }
    buttons: {
      connect: string
      openApp: string
      openWallet: string
      openChat: string
      privacy: string
      terms: string
      unlink: string
      move: string
      keep: string
      deleteAll: string
      deleteNothing: string
      showRequest: string
      goOn: string
      backToChat: string
      withdraw: string
      connectFirst: string
      sendInChat: string
      open: string
    }
    notices: {
      unknownButton: string
      notYourButton: string
      failed: string
    }
    walletKinds: {
      otherContract: string
      evm: string
      contract: (chain: string) => string
      safe: (chain: string) => string
      tonMultisig: string
    }
    facts: {
      primary: string
      testnet: string
      verified: (date: string) => string
      ratio: (about: { threshold: string; owners: string }) => string
      levels: {
        account: string
        quorum: string
      }
      stale: string
    }
    proven: {
      key: string
      reportedKey: string
      contract: (chain: string) => string
      safe: (chain: string) => string
      quorum: string
    }
    shown: {
      domain: (domain: string) => string
      text: string
      hash: string
      owners: {
        domain: (domain: string) => string
        text: string
        hash: string
      }
    }
    texts: {
      start: (about: { appName: string; kinds: string }) => readonly string[]
      connect: string
      connectInGroup: (about: { appName: string; kinds: string }) => string
      onlyInPrivate: string
      noWallets: string
      walletsTitle: (count: number) => string
      privacy: (appName: string) => readonly string[]
      help: (about: { appName: string; kinds: string }) => readonly string[]
      deleteQuestion: readonly string[]
      deleteDone: string
      deleteDeclined: string
      deleteExpired: string
      nothingStored: string
      unlinked: (wallet: string) => readonly string[]
      notLinked: string
      consentMoved: string
      consentKept: string
      consentClosed: string
      consentWalletLimit: string
      walletLinked: (about: { wallet: string; proven: string; shown: string }) => readonly string[]
      walletMovedHere: {
        signed: (wallet: string) => string
        agreed: (wallet: string) => string
      }
      walletMovedAway: {
        signed: (wallet: string) => string
        agreed: (wallet: string) => string
      }
      walletUnlinkedByOperator: (wallet: string) => string
      consentAsked: (wallet: string) => readonly string[]
      consentRefused: {
        kept: string
        proven: string
        unlinked: string
      }
      post: {
        asks: (name: string) => string
        asked: string
        chat: (chat: string) => string
        wallet: (families: string) => string
        sees: {
          member: (name: string) => string
          operator: (name: string) => string
        }
        who: {
          members: (chat: string) => string
          anybody: string
        }
        until: (date: string) => string
        free: string
        states: {
          closed: string
          expired: string
          full: string
        }
        answered: (count: number) => string
      }
      shared: {
        request: {
          title: string
          description: (about: { families: string; date: string }) => string
        }
        card: {
          title: (wallet: string) => string
          text: (about: { name: string; appName: string }) => readonly string[]
        }
        multisig: {
          title: (wallet: string) => string
          text: (about: { name: string; appName: string }) => readonly string[]
        }
        cosigning: {
          title: string
          description: string
          text: (name: string) => readonly string[]
        }
      }
      startInline: readonly string[]
      waiting: {
        request: {
          member: (name: string) => string
          operator: string
          gone: string
        }
        forChat: (chat: string) => string
        requestHow: string
        card: (name: string) => string
        cardHow: string
        attempt: string
        cosign: {
          signatures: (name: string) => string
          agreements: (name: string) => string
          own: string
        }
        cosignHow: string
        cosignOwn: string
      }
      deadLinks: {
        broken: string
        newer: string
        unknown: string
        limited: string
        closed: string
        expired: string
        full: string
        revoked: string
        over: string
        enough: string
        cancelled: string
        late: string
      }
      requestNotAllowed: (chat: string) => readonly string[]
      requestUnknown: (chat: string) => string
      requestsLimited: (count: number) => string
      answered: {
        member: (about: { name: string; wallet: string }) => string
        operator: (wallet: string) => string
        gone: (wallet: string) => string
      }
      theySee: {
        member: string
        operator: string
      }
      answerWithdrawn: string
      nothingToWithdraw: string
      helpSharing: string
      helpInline: (bot: string) => string
      multisigLinked: {
        headline: string
        proof: (about: { proven: string; shown: string }) => string
      }
      accountStale: {
        headline: string
        reasons: {
          'not-accepted': string
          'not-recognised': string
        }
        note: string
      }
      multisigStale: {
        headline: string
        reasons: {
          'owners-changed': string
          'threshold-raised': string
          'not-accepted': string
          'not-by-owners': string
          'not-recognised': string
        }
        note: string
      }
      cosigningEnded: {
        signatures: {
          headline: string
          note: string
        }
        agreements: {
          headline: string
          note: string
        }
      }
      cosigning: {
        count: {
          signatures: (about: { signed: string; threshold: string }) => string
          agreements: (about: { signed: string; threshold: string }) => string
        }
        until: (date: string) => string
        askedHow: string
        signedHow: string
        reminder: (name: string) => string
        reminderHow: string
        reminderOwn: string
        completed: {
          signatures: (name: string) => readonly string[]
          agreements: readonly string[]
        }
        cancelled: (name: string) => readonly string[]
        expired: readonly string[]
        expiredOwn: string
        stale: {
          signatures: (name: string) => readonly string[]
          agreements: readonly string[]
        }
      }
    }
  }
}
