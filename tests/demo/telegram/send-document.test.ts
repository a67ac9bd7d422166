import { Api, GrammyError, InputFile } from 'grammy'
import { beforeEach, describe, expect, test } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { BOT_TOKEN, serveWorld } from './demo-world.ts'

let world: TelegramWorld
let api: Api
beforeEach(async () => {
  const served = await serveWorld()
  world = served.world
  api = new Api(BOT_TOKEN, { apiRoot: served.apiRoot })
})

const file = (text: string, name = 'proof.json') => new InputFile(Buffer.from(text), name)

describe('a file of the bot', () => {
  test('grammY’s form arrives whole, byte for byte, with its caption', async () => {
    world.grantWriteAccess(ADA)
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const options = { caption: '<b>A file</b>', parse_mode: 'HTML' } as const
    const sent = await api.sendDocument(ADA, new InputFile(bytes, 'bytes.bin'), options)
    expect(sent).toMatchObject({
      caption: 'A file',
      document: { file_name: 'bytes.bin', file_size: 256 },
    })
    expect(world.messages(ADA).at(-1)).toMatchObject({
      text: 'A file',
      entities: [{ type: 'bold', offset: 0, length: 6 }],
      file: { name: 'bytes.bin', size: 256, base64: bytes.toString('base64') },
    })
  })

  test('a file needs no caption, and has the type that its name says', async () => {
    world.grantWriteAccess(ADA)
    await api.sendDocument(ADA, file('{}'))
    const message = world.messages(ADA).at(-1)
    expect(message).toMatchObject({ text: '', file: { type: 'application/json' } })
  })

  test.each([
    ['in a chat that was never opened', () => api.sendDocument(ILYA, file('{}')), 403],
    ['by an id that no file has', () => api.sendDocument(ADA, 'no-such-file'), 400],
    [
      'with a caption that is too long',
      () => api.sendDocument(ADA, file('{}'), { caption: 'a'.repeat(1_025) }),
      400,
    ],
    [
      'with a caption that does not parse',
      () => api.sendDocument(ADA, file('{}'), { caption: '<b>', parse_mode: 'HTML' }),
      400,
    ],
  ] as const)('a file is refused %s', async (_, send, status) => {
    world.grantWriteAccess(ADA)
    await expect(send()).rejects.toThrow(GrammyError)
    await expect(send()).rejects.toMatchObject({ error_code: status })
    expect(world.messages(ADA).filter((message) => message.file !== null)).toEqual([])
  })
})
