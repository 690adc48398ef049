import { engineSteps, fastSteps, type Outcome, type Step, slowSteps } from './gate/steps'

interface Row extends Outcome {
  name: string
  seconds: number
}

/** A step that breaks is a step that failed; the others still run. */
const runStep = async (step: Step): Promise<Row> => {
  const start = performance.now()
  const outcome = await step.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
    note: '',
  }))
  return { ...outcome, name: step.name, seconds: (performance.now() - start) / 1000 }
}

const formatRow = (row: Row) =>
  [
    row.failed > 0 ? 'FAIL' : row.passed > 0 ? 'ok  ' : 'out ',
    row.name.padEnd(24),
    String(row.passed).padStart(5),
    String(row.failed).padStart(5),
    `${row.seconds.toFixed(1)} s`.padStart(8),
    ` ${row.note.slice(0, 90)}`,
  ].join(' ')

const sum = (rows: readonly Row[], field: 'passed' | 'failed' | 'seconds') =>
  rows.reduce((total, row) => total + row[field], 0)

const modes: Readonly<Record<string, readonly Step[]>> = { fast: fastSteps, engines: engineSteps }

/**
 * Everything that must hold before a change lands; `fast` leaves out what needs a build or a browser, and `engines` runs
 * the server's tests on every combination of engines instead. Each step runs, also after one that failed, so that one run
 * shows all there is to mend.
 */
export const main = async ([mode]: readonly string[]): Promise<void> => {
  const steps = (mode && modes[mode]) || [...fastSteps, ...slowSteps]
  const rows: Row[] = []
  // Leaving by `exit` ends the step that is under way as well.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  for (const step of steps) {
    const row = await runStep(step)
    rows.push(row)
    console.log(formatRow(row))
    if (row.failed > 0 || step.speaks) console.log(`\n${row.output}\n`)
  }
  console.log(`\n     ${'step'.padEnd(24)}  held  not      time`)
  for (const row of rows) console.log(formatRow(row))
  const faults = rows.flatMap((row) => (row.faults ?? []).map((fault) => `${row.name}: ${fault}`))
  if (faults.length > 0) console.log(`\nNot held:\n${faults.join('\n')}`)
  console.log(`\n${sum(rows, 'seconds').toFixed(0)} s in all`)
  console.log(`${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`)
  process.exitCode = sum(rows, 'failed') === 0 ? 0 : 1
}
