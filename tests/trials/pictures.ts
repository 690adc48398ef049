import type { Page } from '@playwright/test'
import type { ProofsToRead } from '../../festival/desk/evidence'
import { signInPage } from '../../festival/desk/pages'
import type { QueuePage } from '../../festival/desk/queue'
import type { SubmissionRecord } from '../../festival/desk/record'
import { agreesWithDue } from '../../festival/picture/read-payment-picture'
import { dayAt } from '../../festival/slot'
import { type Invented, inventFestival } from '../support/demo/invent-festival'
import { openPictures, type ShownPayment } from '../support/demo/payment-picture'
import { foundInPictures } from '../support/demo/planted-faults'
import { sendSubmissions } from '../support/demo/send-submissions'
import { readEmails } from '../support/saved'
import { type ServedFestival, serveFestival } from '../support/serve'
import { createTally, openBrowser } from './harness'

const organiser = 'asha@organisers.test'
const paid = Date.now()

/**
 * `npm run trial:pictures -- [SUBMISSIONS]`: the built desk in Chromium reads the pictures of the demo's festival. Prints what was
 * read right and the planted faults that were flagged. Fails if one is missed (behaviour 14.51).
 */
export const main = async ([submissions = '150']: string[]): Promise<void> => {
  const draw = await openPictures()
  const invented = inventFestival(Number(submissions), 3)
  const festival = await serveFestival({ ORGANISERS: `${organiser}=admin` })
  const browser = await openBrowser()
  try {
    const pictures = new Map<Invented, Uint8Array<ArrayBuffer>>()
    for (const made of invented) pictures.set(made, await draw(paymentOf(made)))
    await sendSubmissions(invented, {
      ask: (path, init) => fetch(festival.address + path, init),
      show: (made) => pictures.get(made) ?? new Uint8Array(),
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: festival.address })
    await openDesk(page, festival)
    const begun = performance.now()
    await untilRead(page)
    const each = (performance.now() - begun) / invented.length
    console.log(`The demo’s festival: ${invented.length} submissions, ${Math.round(each)} ms a picture`)
    judge(invented, await readRecords(page))
  } finally {
    await browser.close()
    await festival.stop()
  }
}

/** The payment that a submission's picture shows. */
const paymentOf = (made: Invented): ShownPayment => {
  const { app, isDark, amount, person, utr, note, paidBeforeMs } = made.pictureOf ?? made
  return { app, isDark, amount, payee: 'Cerebra', payer: person.name, utr, note, at: new Date(paid - paidBeforeMs) }
}

/** Signs the organiser in at the desk, where the browser begins to read pictures. */
const openDesk = async (page: Page, festival: ServedFestival): Promise<void> => {
  await page.goto('/desk')
  await page.getByLabel('E-mail address').fill(organiser)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  let link: string | undefined
  while (!link) {
    const [letter] = await readEmails(festival, organiser)
    link = new RegExp(`http\\S+${signInPage}#[\\w-]+`).exec(letter?.text ?? '')?.[0]
  }
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

const get = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (address) => (await fetch(address)).json(), path)

/** Waits until the desk's browser has read every picture. */
const untilRead = async (page: Page): Promise<void> => {
  for (;;) {
    const { pictures, read } = await get<ProofsToRead>(page, '/api/desk/evidence/unread')
    if (pictures > 0 && read === pictures) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Every record of the desk. */
const readRecords = async (page: Page): Promise<SubmissionRecord[]> => {
  const records: SubmissionRecord[] = []
  let after = ''
  for (let next: string | null = ''; next !== null; after = `?after=${encodeURIComponent(next ?? '')}`) {
    const queue: QueuePage = await get(page, `/api/desk/submissions${after}`)
    for (const { id } of queue.rows) records.push(await get(page, `/api/desk/submissions/${id}`))
    next = queue.next
  }
  return records
}

/** Prints what was read right of what the pictures show; fails the command if a planted fault is not flagged. */
const judge = (invented: readonly Invented[], records: readonly SubmissionRecord[]): void => {
  const [right, others] = [createTally(), createTally()]
  const missed: string[] = []
  for (const made of invented) {
    const record = records.find(
      ({ email, paymentReference }) => email === made.person.email && paymentReference === made.reference,
    )
    if (!record) throw new Error(`The desk lacks the submission ${made.reference}`)
    const [read, shown] = [record.evidence[0], paymentOf(made)]
    if (read?.utr === shown.utr) right.add('UTR')
    else if (read?.utr !== undefined) right.add('wrong UTR')
    if (read?.amount !== undefined && agreesWithDue(read.amount, shown.amount)) right.add('amount')
    if (read?.date === dayAt(shown.at.getTime())) right.add('day')
    if ((read?.note ?? '') === shown.note) right.add('note')
    const flags = new Set(record.flagList.map(({ kind }) => kind))
    for (const kind of foundInPictures)
      if (kind === made.fault && !flags.has(kind)) missed.push(`${made.reference} has no flag ${kind}`)
    for (const kind of ['odd-date', 'other-utr'] as const) if (kind !== made.fault && flags.has(kind)) others.add(kind)
  }
  console.log(`Read right, of ${invented.length}: ${right.words()}`)
  console.log(`Flags of pictures on further records: ${others.words() || 'none'}`)
  for (const words of missed) console.log(words)
  console.log(`Planted in pictures: ${missed.length} missed`)
  if (missed.length > 0) process.exitCode = 1
}
