import { writeUsage } from '../config/command-line.ts'
import { getBotId } from '../config/bot-id.ts'
import { createReader } from '../config/config-reader.ts'
import { CommandError, defineCommand, parseFlags } from './command.ts'
import { readStoreConfig, withStore } from './with-store.ts'

const USAGE = writeUsage([
  [
    'adopt',
    'hands the database over to the bot of BOT_TOKEN, with all members and their wallets; stop the server first',
  ],
])

export const adopt = defineCommand(USAGE, async (args, context) => {
  parseFlags({ args, options: {} })
  const token = createReader(context.environment).required('BOT_TOKEN')
  if (token === undefined) throw new CommandError('BOT_TOKEN is missing or malformed.')
  const botId = getBotId(token)
  await withStore(readStoreConfig(context), (store) => store.adopt(botId))
  context.print(`The database belongs to the bot ${botId} now.`)
  return 0
})
