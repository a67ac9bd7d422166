import { judgeEveryScreen } from '#tests/support/judge-every-screen.ts'

judgeEveryScreen('multisigs')
