import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { importFile } from '../../support/statements/import-file'

const window = { from: '2026-08-15', to: '2026-10-15' } as const
const mebibyte = 1024 * 1024

/** The most memory that this process has held, in MiB. Linux says so of the process itself; the other count begins with its parent's. */
const readPeak = (): number => {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const kibibytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1]
  return Number(kibibytes ?? process.resourceUsage().maxRSS) / 1024
}

/** Reads one file in a process of its own, so that its memory is this file's, and prints what that took and came to. */
export const main = async ([path = '']: string[]): Promise<void> => {
  const bytes = await readFile(path)
  const before = readPeak()
  const start = performance.now()
  const told = await importFile(new Uint8Array(bytes), window).then(
    ({ payments }) => `${payments.length} payments`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const milliseconds = (performance.now() - start).toFixed(0)
  const grown = readPeak() - before
  console.log(`${(bytes.length / mebibyte).toFixed(1)} MiB: ${milliseconds} ms, ${grown.toFixed(0)} MiB more: ${told}`)
}
