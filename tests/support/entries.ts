import { randomUUID } from 'node:crypto'
import type { EntryDetails } from '../../festival/contract/entry'
import type { QueueRow } from '../../festival/contract/queue'
import { makePng } from './files'
import { fillAccommodation, fillDelegatePass, fillRegistration } from './filled-forms'
import type { Desk } from './organisers'
import type { TestApp } from './test-app'

const makers = {
  registration: ['/api/event-registrations', fillRegistration],
  'delegate-pass': ['/api/delegate-passes', fillDelegatePass],
  accommodation: ['/api/accommodations', fillAccommodation],
} as const

let pictures = 0

const makeOwnPicture = (): Buffer => {
  pictures += 1
  return makePng({ height: 64 + pictures })
}

export const submit = async (
  festival: TestApp,
  kind: keyof typeof makers = 'registration',
  changes: Record<string, unknown> = {},
): Promise<Record<string, string>> => {
  const [path, fill] = makers[kind]
  const field = kind === 'accommodation' ? 'payment_proof_url' : 'payment_screenshot_url'
  const picture = changes[field] ?? (await festival.upload('payment', makeOwnPicture()))
  const response = await festival.post(path, await fill(festival, { [field]: picture, ...changes }))
  if (response.status !== 201) {
    throw new Error(`${kind}: ${response.status} ${await response.text()}`)
  }
  return response.json()
}

/** Returns only the queue's first page. */
export const readQueue = async (desk: Desk, query = ''): Promise<QueueRow[]> => {
  const { rows }: { rows: QueueRow[] } = await (await desk.get(`/api/desk/entries${query}`)).json()
  return rows
}

export const readOnly = async (desk: Desk, query = ''): Promise<QueueRow> => {
  const rows = await readQueue(desk, query)
  const [row] = rows
  if (!row || rows.length > 1) {
    throw new Error(`${rows.length} rows`)
  }
  return row
}

export const readEntry = async (desk: Desk, id: string): Promise<EntryDetails> =>
  (await desk.get(`/api/desk/entries/${id}`)).json()

export const decideOn = (
  desk: Desk,
  row: Pick<QueueRow, 'id' | 'version'>,
  decision: Record<string, unknown>,
  id: string = randomUUID(),
): Promise<Response> =>
  desk.send('POST', '/api/desk/decisions', {
    id,
    entryId: row.id,
    version: row.version,
    ...decision,
  })
