import { randomUUID } from 'node:crypto'
import type { Problem } from '../../festival/contract/problem'
import type { RegistrationReceipt } from '../../festival/forms/registration'
import { makePng } from '../support/files'
import { fillForm, multipart, packScreenshot, readUpload } from './http'

/** Somebody who registers over HTTP and, as the form does, tries again with the same key until it is confirmed. */
export interface Participant {
  key: string
  number: number
  /** The very bytes of the screenshot. */
  screenshot: Buffer
  /** The address that the upload gave, once it did. */
  screenshotUrl?: string
  /** The confirmation, once the server answered 201. */
  receipt?: Pick<RegistrationReceipt, 'registration_id'>
}

/** An answer that says neither yes nor "saved, but not confirmed". */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
  constructor(
    readonly status: number,
    what: string,
  ) {
    super(what)
  }
}

/** How long a registrant waits for one answer, in milliseconds; the server answers sooner. */
const timeoutMs = 40_000

export const makeParticipant = (number: number, bytes = 5_000): Participant => ({
  key: randomUUID(),
  number,
  screenshot: makePng({ bytes: bytes + number, shade: number % 256 }),
})

/** Uploads the screenshot, unless that is done. @throws when the server is gone or refuses it */
export const uploadScreenshot = async (
  address: string,
  participant: Participant,
): Promise<void> => {
  if (participant.screenshotUrl) {
    return
  }
  const answer = await fetch(`${address}/image/upload`, {
    method: 'POST',
    headers: multipart,
    body: new Uint8Array(packScreenshot(participant.screenshot)),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  if (answer.status !== 200) {
    throw new UnexpectedAnswer(answer.status, `The upload was answered with ${answer.status}`)
  }
  participant.screenshotUrl = readUpload(text)
}

/** The form of the person of this number; every fifth writes capital letters in the address, as telephones do by themselves. */
export const writeForm = (number: number, screenshotUrl: string | undefined): string =>
  fillForm(
    number % 5 === 0 ? `Registrant-${number}@Students.Test` : `registrant-${number}@students.test`,
    screenshotUrl,
    `Registrant ${number}`,
  )

/** Sends a registrant's form once. */
const submit = (address: string, { key, number, screenshotUrl }: Participant): Promise<Response> =>
  fetch(`${address}/api/event-registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: writeForm(number, screenshotUrl),
    signal: AbortSignal.timeout(timeoutMs),
  })

/** What became of one attempt: confirmed, saved but not yet confirmed (502), or nothing known: the line was cut. */
export type Attempt = 'confirmed' | 'unconfirmed' | 'cut'

/** fetch reports a refused or cut connection as a TypeError, a body that was cut as a SyntaxError, and an end of patience. */
export const isCut = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof DOMException && error.name === 'TimeoutError')

/**
 * One attempt at the whole form.
 * @throws UnexpectedAnswer on an answer that a registrant must not see unless something is wrong with the server
 */
export const attempt = async (address: string, participant: Participant): Promise<Attempt> => {
  let answer: Response
  let body: RegistrationReceipt | Problem
  try {
    await uploadScreenshot(address, participant)
    answer = await submit(address, participant)
    body = await answer.json()
  } catch (error) {
    if (isCut(error)) {
      return 'cut'
    }
    throw error
  }
  if ('code' in body) {
    if (body.code === 'email-failed') {
      return 'unconfirmed'
    }
    const what = `Registrant ${participant.number} was answered ${answer.status} ${body.code}: ${body.detail}`
    throw new UnexpectedAnswer(answer.status, what)
  }
  if (answer.status !== 201) {
    throw new UnexpectedAnswer(
      answer.status,
      `Registrant ${participant.number} was answered ${answer.status}`,
    )
  }
  participant.receipt = body
  return 'confirmed'
}
