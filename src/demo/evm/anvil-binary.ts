import { createRequire } from 'node:module'

/**
 * Path of the anvil that npm installed for this machine. `@foundry-rs/anvil` contains only a script.
 * Each platform has the binary in an optional dependency, ready to use after unpacking, so no install
 * script has to run.
 *
 * @throws where npm had no binary for this machine, or left optional dependencies out
 */
export function anvilBinary({ platform, arch }: Machine = process): string {
  const architecture = ARCHITECTURES[arch]
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil'
  const name = `@foundry-rs/anvil-${platform}-${architecture ?? arch}`
  try {
    const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return createRequire(launcher).resolve(`${name}/bin/${file}`)
  } catch (cause) {
    throw new Error(`${name} is not installed: the demo's EVM chain cannot run`, { cause })
  }
}

type Machine = { platform: string; arch: string }

/** Node's names of architectures in those of the packages. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
