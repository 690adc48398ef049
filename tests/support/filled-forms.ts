import { randomUUID } from 'node:crypto'
import { accommodationBody, delegatePassBody, registrationBody } from './bodies'
import type { TestApp } from './test-app'

type Fields = Record<string, unknown>

/** By default, the registration of `bodies.ts` with an uploaded screenshot. */
export const fillRegistration = async (
  festival: TestApp,
  changes: Fields = {},
): Promise<Fields> => ({
  ...registrationBody,
  payment_screenshot_url: changes.payment_screenshot_url ?? (await festival.upload('payment')),
  ...changes,
})

export const fillDelegatePass = async (
  festival: TestApp,
  changes: Fields = {},
): Promise<Fields> => ({
  ...delegatePassBody,
  payment_screenshot_url: changes.payment_screenshot_url ?? (await festival.upload('payment')),
  ...changes,
})

export const fillAccommodation = async (
  festival: TestApp,
  changes: Fields = {},
): Promise<Fields> => ({
  ...accommodationBody,
  id_proof_url: await festival.upload('id-proof'),
  participation_proof_url: await festival.upload('participation-proof'),
  payment_proof_url: changes.payment_proof_url ?? (await festival.upload('payment')),
  ...changes,
})

export const forms = [
  {
    path: '/api/event-registrations',
    table: 'EventRegistration',
    fill: fillRegistration,
    utr: 'utr',
    saveFailed: 'Failed to save registration. Please try again.',
    mailFailed: 'Failed to send registration email. Please try again.',
    id: /^EVT-000123$/,
  },
  {
    path: '/api/delegate-passes',
    table: 'DelegatePass',
    fill: fillDelegatePass,
    utr: 'utr',
    saveFailed: 'Failed to save delegate pass. Please try again.',
    mailFailed: 'Failed to send registration email. Please try again.',
    id: /^DP-\d{6}$/,
  },
  {
    path: '/api/accommodations',
    table: 'Accommodation',
    fill: fillAccommodation,
    utr: 'transaction_id',
    saveFailed: 'Failed to save accommodation. Please try again.',
    mailFailed: 'Failed to send accommodation request. Please try again.',
    id: /^ACC-\d{6}$/,
  },
] as const

export const keyHeader = (key: string = randomUUID()): Record<string, string> => ({
  'Idempotency-Key': key,
})

export const countRows = async ({ db }: TestApp): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of [
    'EventRegistration',
    'DelegatePass',
    'Accommodation',
    'idempotency_key',
    'message',
  ] as const) {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    if (Number(rows) > 0) {
      counts[table] = Number(rows)
    }
  }
  return counts
}
