import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

type FileTime = { kind: string; file: string; importMs: number; ms: number }

/** Reports the slowest files and the time of each kind of test after a run. */
export default class SuiteReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    const times = modules.map(getTime)
    process.stdout.write(`${slowest(times)}\n\n${byKind(times)}\n\n`)
  }
}

function getTime(module: TestModule): FileTime {
  // Without the time of the environment, which each file of a worker reports again.
  const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic()
  const importMs = collectDuration + setupDuration + prepareDuration
  return {
    kind: kindOf(module.relativeModuleId),
    file: module.relativeModuleId,
    importMs,
    ms: duration + importMs,
  }
}

/** The folder of a file in `tests`. */
function kindOf(file: string): string {
  return file.split('/')[1] ?? file
}

function slowest(times: readonly FileTime[]): string {
  const shown = times.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN)
  return ['Slowest files', ...shown.map(({ ms, file }) => `${seconds(ms)}  ${file}`)].join('\n')
}

function byKind(times: readonly FileTime[]): string {
  const kinds = [...new Set(times.map(({ kind }) => kind))]
  const lines = kinds.map((kind) => {
    const files = times.filter((time) => time.kind === kind)
    const all = seconds(sum(files.map(({ ms }) => ms)))
    const imports = seconds(sum(files.map(({ importMs }) => importMs)))
    return `${all}  ${kind}: ${files.length} files, of this ${imports.trim()} to load them`
  })
  return ['Time by kind, of all workers together', ...lines].join('\n')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`.padStart(10)
}
