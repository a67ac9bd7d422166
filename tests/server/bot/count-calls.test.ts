import { Api } from 'grammy'
import { expect, test } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { countCalls } from '#server/bot/create-api.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { BOT_TOKEN, setStage, until } from './bot-harness.ts'

async function setUp() {
  const stage = await setStage()
  const metrics = createMetrics()
  const api = new Api(BOT_TOKEN, { apiRoot: stage.apiRoot })
  api.config.use(countCalls(metrics))
  const telegram = () => metrics.upstreams().find(({ name }) => name === 'telegram')
  return { stage, api, telegram }
}

test('a refusal counts as an answer of Telegram, which is up', async () => {
  const { stage, api, telegram } = await setUp()
  stage.world.failNext('sendMessage', { error_code: 403, description: 'Forbidden' })
  await expect(api.sendMessage(ADA, 'hello')).rejects.toThrow('403')
  expect(telegram()).toMatchObject({ health: 'up', failures: 0 })
})

test('an error of Telegram’s servers counts as a failure, and its next answer as up again', async () => {
  const { stage, api, telegram } = await setUp()
  stage.world.failNext('getMe', { error_code: 502, description: 'Bad Gateway' })
  await expect(api.getMe()).rejects.toThrow('502')
  expect(telegram()).toMatchObject({ health: 'down', failures: 1 })
  await api.getMe()
  expect(telegram()).toMatchObject({ health: 'up', failures: 1 })
})

test('a call without an answer counts as a failure', async () => {
  const metrics = createMetrics()
  const api = new Api(BOT_TOKEN, { apiRoot: 'http://127.0.0.1:9' })
  api.config.use(countCalls(metrics))
  await expect(api.getMe()).rejects.toThrow('getMe')
  expect(metrics.upstreams()).toContainEqual({ name: 'telegram', health: 'down', failures: 1 })
})

test('a poll that we break off ourselves to stop counts as no failure', async () => {
  const stage = await setStage()
  const bot = stage.bot()
  await bot.start()
  await until(() => stage.methods().includes('getUpdates'))
  await bot.stop()
  expect(stage.metrics.upstreams()).toContainEqual({ name: 'telegram', health: 'up', failures: 0 })
})
