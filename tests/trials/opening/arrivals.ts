import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fillForm } from '../registrant'
import { makeScreenshots } from './screenshots'
import { createVisits, packScreenshot, uploadType, type Visit } from './visits'

/** What the whole crowd saw; printed as one line of JSON at the end. */
export interface Seen {
  confirmed: { key: string; registration_id: string; screenshot: number }[]
  /** Confirmed by the first answer to their form. */
  atFirstTry: number
  /** How often each call was answered with each status; `cut` where the line broke. */
  answers: Record<string, number>
  /** Milliseconds of every answer, by call. */
  times: Record<'page' | 'upload' | 'submit', number[]>
  /** Answers without the words that a registrant needs. */
  complaints: string[]
}

/** What a visitor opens on the way to the form. */
const pages = ['/', '/events', '/events/senior-quiz', '/register?event=SeniorQuiz']

/** Somebody reads the words, breathes, and presses submit again; later on they leave it alone for a minute. */
const msBeforeTryingAgain = (tries: number) => Math.min(5_000 * 1.5 ** (tries - 1), 60_000) * (1 + Math.random())

const honestWords = 'Failed to send registration email. Please try again.'

/**
 * `arrivals.ts ADDRESS COUNT SECONDS`: so many people within so many seconds; each reads pages, uploads a screenshot and
 * submits, again with the same key until it is confirmed.
 */
export const main = async ([address = '', count = '5000', seconds = '120']: readonly string[]): Promise<void> => {
  const uploads = makeScreenshots().map(packScreenshot)
  const visit = createVisits(address)
  const seen: Seen = {
    confirmed: [],
    atFirstTry: 0,
    answers: {},
    times: { page: [], upload: [], submit: [] },
    complaints: [],
  }

  const ask = async (what: keyof Seen['times'], asked: Visit) => {
    const start = performance.now()
    try {
      const answer = await visit(asked)
      seen.times[what].push(performance.now() - start)
      note(what, String(answer.status))
      return answer
    } catch {
      note(what, 'cut')
      return undefined
    }
  }
  const note = (what: string, heard: string) => {
    const name = `${what} ${heard}`
    seen.answers[name] = (seen.answers[name] ?? 0) + 1
  }
  const untilDone = async <T>(work: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const done = await work()
      if (done !== undefined) return done
      await pause(msBeforeTryingAgain(tries))
    }
  }

  const register = async (number: number) => {
    const key = randomUUID()
    for (const page of pages)
      await untilDone(async () => ((await ask('page', { path: page }))?.status === 200 ? page : undefined))
    const index = number % uploads.length
    const url = await untilDone(async () => {
      const file = uploads[index] ?? Buffer.alloc(0)
      const answer = await ask('upload', { method: 'POST', path: '/image/upload', type: uploadType, body: file })
      if (answer?.status !== 200) return undefined
      const receipt: { secure_url: string } = JSON.parse(answer.text)
      return receipt.secure_url
    })
    const fields = fillForm(number, url)
    let tries = 0
    const form: Visit = {
      method: 'POST',
      path: '/api/event-registrations',
      type: 'application/json',
      key,
      body: Buffer.from(fields),
    }
    const registration_id = await untilDone(async () => {
      tries += 1
      const answer = await ask('submit', form)
      if (!answer) return undefined
      const told: { registration_id?: string; detail?: string } = JSON.parse(answer.text)
      if (answer.status === 201) return told.registration_id
      if (answer.status === 502 && told.detail !== honestWords) seen.complaints.push(`502 says ${told.detail}`)
      if (![502, 503, 429].includes(answer.status)) seen.complaints.push(`${answer.status} ${told.detail}`)
      return undefined
    })
    if (tries === 1) seen.atFirstTry += 1
    seen.confirmed.push({ key, registration_id, screenshot: index })
  }

  const people: Promise<void>[] = []
  const gap = (Number(seconds) * 1_000) / Number(count)
  const start = performance.now()
  for (let number = 0; number < Number(count); number += 1) {
    await pause(Math.max(0, start + number * gap - performance.now()))
    people.push(register(number))
  }
  console.log('everybody came')
  await Promise.all(people)
  console.log(JSON.stringify(seen))
}
