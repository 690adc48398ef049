import { randomUUID } from 'node:crypto'
import type { Problem } from '../../festival/contract/problem'
import type { RegistrationReceipt } from '../../festival/forms/registration'
import { makePng } from '../support/files'
import { fillForm, multipart, packScreenshot, readUpload } from './http'

/** A participant who registers over HTTP and, like the form, retries with the same key. */
export interface Participant {
  key: string
  number: number
  screenshot: Buffer
  /** The address is undefined before the upload. */
  screenshotUrl?: string
  /** The receipt is undefined before a 201. */
  receipt?: Pick<RegistrationReceipt, 'registration_id'>
}

/** A response that is neither a success nor "saved, but not confirmed". */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedAnswer'
  constructor(
    readonly status: number,
    what: string,
  ) {
    super(what)
  }
}

/** In milliseconds. This is longer than the server's own limit. */
const timeoutMs = 40_000

export const makeParticipant = (number: number, bytes = 5_000): Participant => ({
  key: randomUUID(),
  number,
  screenshot: makePng({ bytes: bytes + number, shade: number % 256 }),
})

/** Uploads the screenshot if needed. @throws if the server is down or refuses the file */
export const uploadScreenshot = async (
  address: string,
  participant: Participant,
): Promise<void> => {
  if (participant.screenshotUrl) {
    return
  }
  const response = await fetch(`${address}/image/upload`, {
    method: 'POST',
    headers: multipart,
    body: new Uint8Array(packScreenshot(participant.screenshot)),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  if (response.status !== 200) {
    throw new UnexpectedResponse(response.status, `The upload failed with ${response.status}`)
  }
  participant.screenshotUrl = readUpload(text)
}

/** One in five addresses has a capital letter, as phone keyboards write them. */
export const writeForm = (number: number, screenshotUrl: string | undefined): string =>
  fillForm(
    number % 5 === 0 ? `Registrant-${number}@Students.Test` : `registrant-${number}@students.test`,
    screenshotUrl,
    `Participant ${number}`,
  )

const submit = (address: string, { key, number, screenshotUrl }: Participant): Promise<Response> =>
  fetch(`${address}/api/event-registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: writeForm(number, screenshotUrl),
    signal: AbortSignal.timeout(timeoutMs),
  })

/** `unconfirmed` (502) means saved without an e-mail. After `cut`, the result is unknown. */
export type Attempt = 'confirmed' | 'unconfirmed' | 'cut'

/** fetch throws a TypeError for a failed connection and a SyntaxError for a truncated body. */
export const isCut = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof DOMException && error.name === 'TimeoutError')

/** @throws UnexpectedAnswer for a response that only a faulty server sends */
export const attempt = async (address: string, participant: Participant): Promise<Attempt> => {
  let response: Response
  let body: RegistrationReceipt | Problem
  try {
    await uploadScreenshot(address, participant)
    response = await submit(address, participant)
    body = await response.json()
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
    const what = `Participant ${participant.number} got ${response.status} ${body.code}: ${body.detail}`
    throw new UnexpectedResponse(response.status, what)
  }
  if (response.status !== 201) {
    throw new UnexpectedResponse(
      response.status,
      `Participant ${participant.number} got ${response.status}`,
    )
  }
  participant.receipt = body
  return 'confirmed'
}
