import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the walks over the screens before the other browser tests. They take the longest, and Vitest starts files that
 * it has not yet timed by their size, of which theirs is the smallest.
 */
export class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(isWalk(other)) - Number(isWalk(one)))
  }
}

function isWalk({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/every-screen/')
}
