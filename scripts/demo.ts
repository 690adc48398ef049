import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { identity } from '#edition/identity'
import { deskCalls } from '../festival/desk/calls'
import { signInPage } from '../festival/desk/pages'
import { type Invented, inventFestival } from '../tests/support/demo/invent-festival'
import { openPictures, type ShownPayment } from '../tests/support/demo/payment-picture'
import { sendSubmissions } from '../tests/support/demo/send-submissions'
import { writeStatements } from '../tests/support/demo/write-statement'
import { main as buildIfNeeded } from './build-if-needed'
import { root } from './vite.mjs'

const count = 300
const seed = 3
const admin = 'asha@organisers.example'

/** What of the caller's environment the demo's server may see: nothing of a festival's settings. */
const machineOnly = (): NodeJS.ProcessEnv => {
  const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TZ', 'LANG']
  return Object.fromEntries(inheritedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

const findFreePort = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(findFreePort(port + 1)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })

const untilReady = async (origin: string, server: ChildProcess) => {
  while (server.exitCode === null) {
    if (
      await fetch(`${origin}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await pause(100)
  }
  throw new Error('The demo’s server ended; the reason stands above.')
}

/** What a submission's screenshot shows: its payment, or another one's where that is its fault. */
const showPayment = (made: Invented, now: number): ShownPayment => {
  const { app, isDark, amount, person, utr, note, paidBeforeMs } = made.pictureSource ?? made
  return { app, isDark, amount, payee: identity.title, payer: person.name, utr, note, at: new Date(now - paidBeforeMs) }
}

/** Asks for a sign-in link as an organiser does, and reads it out of the mail folder. */
const askForLink = async (origin: string, mailFolder: string): Promise<string> => {
  const { method, path } = deskCalls.askForLink
  await fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email: admin }),
  })
  for (;;) {
    for (const name of readdirSync(mailFolder)) {
      // Quoted-printable breaks long lines.
      const email = readFileSync(join(mailFolder, name), 'utf8').replace(/=\r?\n/g, '')
      const secret = new RegExp(`${signInPage}#([\\w-]{43})`).exec(email)?.[1]
      if (secret) return `${origin}${signInPage}#${secret}`
    }
    await pause(100)
  }
}

/**
 * Starts the product on a throw-away folder, full of invented submissions, with a bank's statement beside them, and prints
 * an address that signs an admin in to the desk. Everything goes when it ends (behaviour 12.63).
 */
export const main = async (): Promise<void> => {
  const begun = performance.now()
  const port = await findFreePort(Number(process.env.PORT || 3000))
  const origin = `http://127.0.0.1:${port}`
  await buildIfNeeded()
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-demo-'))
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...machineOnly(),
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      ORGANISERS: `${admin}=admin, ravi@organisers.example=verifier, vani@organisers.example=viewer`,
      ORGANISERS_EMAIL: '',
      // One machine sends all of it.
      LIMIT_NEW_ADDRESSES: '6000',
      LOG_LEVEL: 'error',
    },
  })
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = () => server.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    await untilReady(origin, server)
    console.log(`Inventing ${count} submissions …`)
    const invented = inventFestival(count, seed)
    const draw = await openPictures()
    const now = Date.now()
    await sendSubmissions(invented, {
      ask: (path, init) => fetch(origin + path, init),
      show: (made) => draw(showPayment(made, now)),
    })
    const statements = { first: join(folder, 'statement-hdfc.txt'), later: join(folder, 'statement-hdfc-later.txt') }
    const { first, later } = writeStatements(invented, now, seed)
    writeFileSync(statements.first, first)
    writeFileSync(statements.later, later)
    console.log(`Site: ${origin}`)
    console.log(`Desk: ${await askForLink(origin, join(folder, 'mail'))}`)
    console.log(`Statement: ${statements.first}`)
    console.log(`A later one: ${statements.later}`)
    console.log(
      `Ready after ${Math.round((performance.now() - begun) / 1000)} s. All of it is invented, and goes with Ctrl+C.`,
    )
    await stopped
  } finally {
    stop()
    await stopped
    rmSync(folder, { recursive: true, force: true })
  }
}
