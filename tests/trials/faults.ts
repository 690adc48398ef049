import { parseArgs } from 'node:util'
import { bucketFaults } from './faults/bucket-faults'
import { diskFaults } from './faults/disk-faults'
import { mailFaults } from './faults/mail-faults'
import { processFaults } from './faults/process-faults'
import { type Fault, type FaultRow, formatFault, formatHead, NotHere, type Size } from './faults/scene'
import { tableStoreFaults } from './faults/table-store-faults'

const faults: readonly Fault[] = [...processFaults, ...mailFaults, ...diskFaults, ...tableStoreFaults, ...bucketFaults]

const tryFault = async ({ name, run }: Fault, size: Size): Promise<FaultRow> => {
  const start = performance.now()
  const told = (verdict: Omit<FaultRow, 'name' | 'seconds'>): FaultRow => ({
    ...verdict,
    name,
    seconds: (performance.now() - start) / 1_000,
  })
  try {
    return told(await run(size))
  } catch (error) {
    if (error instanceof NotHere) return told({ audit: undefined, note: error.message })
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { ...told({ audit: undefined, note: 'the trial itself broke' }), broke: words }
  }
}

/** In short, several at a time: they mostly wait. */
const inTurns = async (chosen: readonly Fault[], size: Size, atOnce: number): Promise<FaultRow[]> => {
  const waiting = [...chosen]
  const rows: FaultRow[] = []
  const takeNext = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const row = await tryFault(fault, size)
      rows.push(row)
      console.log(formatFault(row))
      for (const complaint of row.audit?.complaints.slice(0, 10) ?? []) console.log(`    ${complaint}`)
      if (row.broke) console.log(row.broke)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return rows
}

/**
 * `npm run trial:faults -- [--kills 200] [--only WORDS] [--short]`: everything that breaks, broken under load. Nothing
 * that was acknowledged or saved may be lost, and nothing may be there twice. E-mails are counted where they arrive;
 * one that went again under its Message-ID because of a cut is counted by itself, as `again`.
 */
export const main = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '200' },
      only: { type: 'string', default: '' },
      short: { type: 'boolean', default: false },
    },
  })
  const isShort = values.short
  const size = { isShort, kills: isShort ? 3 : Number(values.kills) }
  const chosen = faults.filter(({ name, isQuick }) => name.includes(values.only) && (isQuick || !isShort))
  console.log(formatHead())
  const rows = await inTurns(chosen, size, isShort ? 3 : 1)
  const failed = rows.filter(({ audit, broke }) => broke || (audit && audit.complaints.length > 0))
  const tried = rows.filter(({ audit }) => audit)
  console.log(`${tried.length} faults tried, ${rows.length - tried.length} not tried here, ${failed.length} did harm`)
  if (failed.length > 0 || tried.length === 0) process.exitCode = 1
}
