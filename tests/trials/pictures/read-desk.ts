import type { Page } from '@playwright/test'
import type { ProofsToRead } from '../../../festival/desk/evidence'
import type { QueuePage } from '../../../festival/desk/queue'
import type { SubmissionRecord } from '../../../festival/desk/record'

const get = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(async (address) => (await fetch(address)).json(), path)

const cursor = (after: string): string => (after === '' ? '' : `?after=${encodeURIComponent(after)}`)

/** Waits until the desk's browser has read every picture. @returns the milliseconds that it took */
export const untilRead = async (page: Page): Promise<number> => {
  const begun = performance.now()
  for (;;) {
    const { pictures, read } = await get<ProofsToRead>(page, '/api/desk/evidence/unread')
    if (pictures > 0 && read === pictures) return performance.now() - begun
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Every record of the desk, by its e-mail address. */
export const readRecords = async (page: Page): Promise<Map<string, SubmissionRecord[]>> => {
  const records = new Map<string, SubmissionRecord[]>()
  let after: string | null = ''
  while (after !== null) {
    const { rows, next }: QueuePage = await get(page, `/api/desk/submissions${cursor(after)}`)
    for (const { id, email } of rows) {
      const record = await get<SubmissionRecord>(page, `/api/desk/submissions/${id}`)
      records.set(email, [...(records.get(email) ?? []), record])
    }
    after = next
  }
  return records
}
