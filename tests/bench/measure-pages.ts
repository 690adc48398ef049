import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { measureWaiting } from './measure-waiting'
import { type Measured, measure, type Outside, portOf, startMeasured } from './measured-server'
import type { Scope } from './scope'
import type { StoreMaker } from './stores'
import { judge, median, printTable, round, tellOthers } from './table'

const site = resolve(import.meta.dirname, '../../dist/site')

/** What a visitor opens on the way to the form, and its file. */
const pages = {
  '/': 'index.html.br',
  '/events': 'events.html.br',
  '/events/senior-quiz': 'events/senior-quiz.html.br',
  '/register?event=SeniorQuiz': 'register/SeniorQuiz.html.br',
}

const crowd = 32

const rowOf = (name: string, measured: readonly Measured[], verdict: string) => [
  name,
  round(median(measured.map(({ perSecond }) => perSecond))),
  round(median(measured.map(({ cpuMs }) => 1_000 / (cpuMs ?? Number.NaN)))),
  [verdict, ...measured.map(tellOthers)].filter(Boolean).join('; '),
]

/** Ten times the busiest hour that `docs/scaling.md` reckons with. */
const wanted = 2_800

/** Prerendered pages a second, and how long they take. */
export const measurePages = async (maker: StoreMaker, outside: Outside, scope: Scope): Promise<void> => {
  const files = Object.values(pages).map((file) => join(site, file))
  if (!files.every((file) => existsSync(file))) throw new Error('The site has no pages yet: npm run build')
  const store = await maker.make()
  const festival = await startMeasured(store, outside)
  const ask = (port: number, pid: number, paths: readonly string[], seconds: number) =>
    measure(outside, pid, { port, seconds, asking: { what: 'pages', paths }, pace: { connections: crowd } })
  const port = portOf(festival)
  const paths = Object.keys(pages)
  const ours: Measured[] = []
  await ask(port, festival.pid(), paths, 2)
  for (let index = 0; index < scope.rounds; index += 1) ours.push(await ask(port, festival.pid(), paths, scope.seconds))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / files.length
  const capacity = median(ours.map(({ perSecond }) => perSecond))
  const verdict = judge(capacity >= wanted, String(wanted))
  const rows = [['', 'a second', 'a second of its CPU', ''], rowOf('the server', ours, verdict)]
  printTable(`Pages, ${crowd} connections, ${round(bytes / 1_000, 1)} KB each, median of ${scope.rounds}`, rows)

  const asking = () => ({ what: 'pages', paths }) as const
  await measureWaiting({ outside, port, scope, capacity, asking, heading: 'How long a page takes' })
  await festival.stop()
  await store.remove()
}
