import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identity } from '#edition/identity'
import { dayMs } from '../festival/content/slot'
import { signInPage } from '../festival/contract/pages'
import { undeliveredMessage } from '../server/mail/attempt'
import { type InventedEntry, inventFestival } from '../tests/support/demo/invent-festival'
import {
  confirmFreeEntries,
  days,
  demoOrganisers,
  mailDownMs,
  planDays,
  spreadOverDays,
  statementDay,
} from '../tests/support/demo/live-weeks'
import { openDemoDoor } from '../tests/support/demo/open-door'
import { askForLink } from '../tests/support/demo/organiser'
import { openPictures, type ShownPayment } from '../tests/support/demo/payment-picture'
import { type Receipts, sendEntries } from '../tests/support/demo/send-entries'
import { writeStatements } from '../tests/support/demo/write-statement'
import { main as buildIfNeeded, localBuildFolder } from './build-if-needed'
import { root } from './vite.mjs'

const count = 300
const seed = 3
const { admin, verifier, viewer } = demoOrganisers

const inheritEnvironment = (): NodeJS.ProcessEnv => {
  const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TZ', 'LANG']
  return Object.fromEntries(
    inheritedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}

const findFreePort = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(findFreePort(port + 1)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })

const waitUntilReady = async (origin: string, server: ChildProcess) => {
  while (server.exitCode === null) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (response?.ok) {
      return
    }
    await pause(100)
  }
  throw new Error('The demo’s server stopped; see the reason above.')
}

/** As a planted fault, a screenshot may show another entry's payment. */
const showPayment = (entry: InventedEntry, now: number): ShownPayment => {
  const { app, isDark, amount, person, utr, note, paidBeforeMs } = entry.pictureSource ?? entry
  return {
    app,
    isDark,
    amount,
    payee: identity.title,
    payer: person.name,
    utr,
    note,
    at: new Date(now - paidBeforeMs),
  }
}

/** Returns once the log says that the e-mail could not be delivered, or when the demo stops. */
const withoutMail = async (mailFolder: string, server: ChildProcess, act: () => Promise<void>) => {
  const failed = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.stderr?.on('data', (lines) =>
      `${lines}`.includes(undeliveredMessage) ? resolve() : process.stderr.write(lines),
    )
  })
  renameSync(mailFolder, `${mailFolder}-away`)
  writeFileSync(mailFolder, '')
  await act()
  await failed
  rmSync(mailFolder)
  renameSync(`${mailFolder}-away`, mailFolder)
}

/**
 * Runs the product with invented entries and bank statements in a temporary folder, which is
 * deleted at the end.
 */
export const main = async (): Promise<void> => {
  const startedAt = performance.now()
  await buildIfNeeded()
  const port = await findFreePort(Number(process.env.PORT || 3000))
  const origin = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-demo-'))
  const mailFolder = join(folder, 'mail')
  const server = spawn(
    process.execPath,
    ['--import', './scripts/demo/moved-clock.mjs', join(localBuildFolder, 'server/main.js')],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...inheritEnvironment(),
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: folder,
        SITE_DIR: join(localBuildFolder, 'site'),
        ORGANISERS: `${admin}=admin, ${verifier}=verifier, ${viewer}=viewer`,
        ORGANISERS_EMAIL: '',
        // All requests come from one address.
        LIMIT_NEW_ADDRESSES: '6000',
        LOG_LEVEL: 'error',
      },
    },
  )
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = () => server.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, stop)
  }
  try {
    await waitUntilReady(origin, server)
    console.log(`Inventing ${count} entries …`)
    const invented = inventFestival(count, seed)
    const draw = await openPictures()
    const now = Date.now()
    const moveClock = async (behindMs: number) => {
      server.send(behindMs)
      await once(server, 'message')
    }
    const passes: Receipts = new Map()
    const send = (
      entries: readonly InventedEntry[],
      ask = (path: string, init: RequestInit) => fetch(origin + path, init),
    ) => sendEntries(entries, { ask, show: (entry) => draw(showPayment(entry, now)) }, passes)
    const [opening = [], ...later] = spreadOverDays(invented)
    const [first, ...others] = opening
    const begin = (days - 1) * dayMs
    if (first) {
      await withoutMail(mailFolder, server, async () => {
        await moveClock(begin + mailDownMs)
        // The server saves the entry even if the e-mail fails.
        await send([first], async (path, init) => {
          const response = await fetch(origin + path, init)
          return response.status === 502 ? Response.json({}) : response
        })
        await moveClock(begin)
      })
    }
    const statementTime = now - (days - 1 - statementDay) * dayMs
    const statements = writeStatements(invented, now, seed, statementTime)
    const acts = planDays({ origin, mailFolder }, statements.first)
    for (const [day, batch] of [others, ...later].entries()) {
      await moveClock(begin - day * dayMs)
      await send(batch)
      await confirmFreeEntries({ origin, mailFolder }, batch)
      await acts[day]?.()
    }
    const statement = join(folder, 'statement-hdfc-later.txt')
    writeFileSync(statement, statements.later)
    const door = await openDemoDoor({ origin, mailFolder }, admin)
    console.log(`Site: ${origin}`)
    console.log(`Desk: ${origin}${signInPage}#${await askForLink({ origin, mailFolder }, admin)}`)
    console.log(`Link that adds one phone to a door, for ten minutes: ${door.pairing}`)
    console.log(`The door’s sign, once you have signed in: ${door.sign}`)
    console.log(`A newer statement to try: ${statement}`)
    console.log(
      `Ready after ${Math.round((performance.now() - startedAt) / 1000)} s. All data is invented, and Ctrl+C deletes it.`,
    )
    await stopped
  } finally {
    stop()
    await stopped
    rmSync(folder, { recursive: true, force: true })
  }
}
