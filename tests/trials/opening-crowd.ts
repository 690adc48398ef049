import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../support/files'
import { createTally } from './harness'
import {
  makeRegistrationRequest,
  makeTarget,
  makeUploadRequest,
  type RequestOptions,
  readUpload,
  send,
} from './http'
import { writeForm } from './participant'
import { takeTasks } from './tasks'

export interface CrowdStats {
  confirmed: { key: string; registration_id: string; screenshot: number }[]
  onFirstTry: number
  /** Counts of statuses by call, with `cut` for broken connections. */
  answers: string
  /** Milliseconds per call. */
  times: Record<'page' | 'upload' | 'submit', number[]>
  complaints: string[]
}

export const makeScreenshots = (): Buffer[] =>
  Array.from({ length: 12 }, (_, index) =>
    makePng({ bytes: 400 * 1024 + index * 997, shade: index * 20 }),
  )

const pages = ['/', '/events', '/events/senior-quiz', '/register?event=SeniorQuiz']

/** Participants read the error and submit again, with pauses that grow up to a minute. */
const retryDelayMs = (tries: number) =>
  Math.min(5_000 * 1.5 ** (tries - 1), 60_000) * (1 + Math.random())

const mailFailedMessage = 'Failed to send registration email. Please try again.'

/** `count` participants arrive within `seconds`. Without a count, waits for all confirmations. */
interface Work {
  address?: string
  count?: number
  seconds?: number
}

/** Participants read pages, upload a screenshot and retry with one key until confirmed. */
export const main = (): Promise<void> => {
  const screenshots = makeScreenshots()
  const responses = createTally()
  const times: CrowdStats['times'] = { page: [], upload: [], submit: [] }
  const stats: CrowdStats = { confirmed: [], onFirstTry: 0, answers: '', times, complaints: [] }
  const people: Promise<void>[] = []
  const agent = new Agent({ keepAlive: true })

  const startVisitors = async (address: string, count: number, seconds: number) => {
    const target = makeTarget(address, '127.0.0.1')
    const ask = async (what: keyof typeof times, sent: RequestOptions) => {
      const start = performance.now()
      const headers = { 'Accept-Encoding': 'br', ...sent.headers }
      const response = await send(target, { ...sent, headers, agent, timeout: 60_000 }).catch(
        () => undefined,
      )
      if (response) {
        times[what].push(performance.now() - start)
      }
      responses.add(`${what} ${response?.status ?? 'cut'}`)
      return response
    }
    const retryUntilDone = async <T>(work: () => Promise<T | undefined>): Promise<T> => {
      for (let tries = 1; ; tries += 1) {
        const done = await work()
        if (done !== undefined) {
          return done
        }
        await pause(retryDelayMs(tries))
      }
    }
    const register = async (number: number) => {
      const key = randomUUID()
      const screenshot = number % screenshots.length
      const upload = makeUploadRequest(screenshots[screenshot] ?? Buffer.alloc(0))
      for (const path of pages) {
        await retryUntilDone(async () =>
          (await ask('page', { path }))?.status === 200 ? path : undefined,
        )
      }
      const url = await retryUntilDone(async () => {
        const response = await ask('upload', upload)
        return response?.status === 200 ? readUpload(response.text) : undefined
      })
      let tries = 0
      const registration_id = await retryUntilDone(async () => {
        tries += 1
        const response = await ask('submit', makeRegistrationRequest(writeForm(number, url), key))
        if (!response) {
          return undefined
        }
        const body: { registration_id?: string; detail?: string } = JSON.parse(response.text)
        if (response.status === 201) {
          return body.registration_id
        }
        if (response.status === 502 && body.detail !== mailFailedMessage) {
          stats.complaints.push(`502 says ${body.detail}`)
        }
        if (![502, 503, 429].includes(response.status)) {
          stats.complaints.push(`${response.status} ${body.detail}`)
        }
        return undefined
      })
      if (tries === 1) {
        stats.onFirstTry += 1
      }
      stats.confirmed.push({ key, registration_id, screenshot })
    }
    const gap = (seconds * 1_000) / count
    const start = performance.now()
    for (let number = 0; number < count; number += 1) {
      await pause(Math.max(0, start + number * gap - performance.now()))
      people.push(register(number))
    }
  }
  return takeTasks(async ({ address, count = 0, seconds = 0 }: Work): Promise<CrowdStats> => {
    if (address !== undefined) {
      await startVisitors(address, count, seconds)
    } else {
      await Promise.all(people)
    }
    return { ...stats, answers: responses.format() }
  })
}
