import { beforeEach, inject } from 'vitest'
import { STORIES } from './stories.ts'

beforeEach(({ task, skip }) => {
  const isPlayed = STORIES.has(task.name) || task.tags?.includes('short') === true
  skip(inject('playsOnlyStories') && !isPlayed, 'plays in `npm run test:full`')
})
