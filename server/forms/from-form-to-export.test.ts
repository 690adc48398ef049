import { expect, test } from 'vitest'
import type { AccommodationRequest } from '../../festival/forms/accommodation'
import type { DelegatePass } from '../../festival/forms/delegate-pass'
import {
  type Answers,
  type Details,
  details,
  formatAnswer,
  mapDetails,
} from '../../festival/forms/details'
import type { Registration } from '../../festival/forms/registration'
import { accommodationBody, delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { festival, startFestival } from '../../tests/support/festival'
import { exportTable } from '../cli/export'
import type { TableName } from '../db/table-rows'

startFestival({ env: { COUPON_CODE: 'ATLASFIVE!' } })

/**
 * Every field of a form with its value, its text in the e-mail and its text in the export. A
 * missing field is a compile error.
 */
type Filled<Body> = {
  [Field in keyof Body]-?: readonly [given: Body[Field], inMail: string, inExport: string]
}

const same = (text: string) => [text, text, text] as const

const answered = <List extends Details>(list: List, body: Answers<List>) => {
  const given: Readonly<Record<string, string>> = body
  return mapDetails(
    list,
    (_detail, name) =>
      [given[name] ?? '', formatAnswer(name, given[name]), given[name] ?? ''] as const,
  )
}

/** The version is exported but not e-mailed. The edition used in tests does not ask for the age. */
const notice = {
  privacy_notice: ['2025-09-01', '', '2025-09-01'],
  age: [undefined, '', ''],
} as const

/** Sends the form and lists the fields that are missing from the e-mail or the export. */
const listLost = async <Body>(path: string, table: TableName, filled: Filled<Body>) => {
  const body: Partial<Body> = {}
  for (const field in filled) {
    body[field] = filled[field][0]
  }
  const answer = await festival.post(path, body)
  expect([answer.status, (await answer.json()).payment_reference]).toEqual([201, 'K7Q4M2'])
  const { text = '' } = (await festival.mailer.sent[0]?.renderBodies()) ?? {}
  const pieces: unknown[] = []
  await exportTable(festival.db, table, async (piece) => void pieces.push(piece))
  const csv = pieces.join('')
  const lost: string[] = []
  for (const field in filled) {
    const [, inMail, inExport] = filled[field]
    if (!text.includes(inMail)) {
      lost.push(`${field} in the e-mail`)
    }
    if (!csv.includes(inExport)) {
      lost.push(`${field} in the export`)
    }
  }
  return lost
}

test('shows every field of a registration in its e-mail and in the export (3.10, 3.12)', async () => {
  const filled: Filled<Registration> = {
    event: ['SeniorQuiz', 'Senior Quiz ‘Peristalympics’', 'SeniorQuiz'],
    members: [
      [
        { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
        { name: 'Bala Test', phone: '', year: '3rd year' },
      ],
      'Member 2: Bala Test (3rd year)',
      '""name"":""Bala Test"",""phone"":"""",""year"":""3rd year""',
    ],
    email: same('asha@students.test'),
    ...answered(details.registration, registrationBody),
    category: ['paramedic', 'Paramedic', 'paramedic'],
    delegate_id: ['481920047713', '481920047713', '4819 2004 7713'],
    coupon: same('ATLASFIVE!'),
    payment_screenshot_url: same(await festival.upload('payment')),
    payment_reference: same('K7Q4M2'),
    ...notice,
    utr: ['412345678901', '412345678901', '4123 4567 8901'],
  }
  expect(await listLost('/api/event-registrations', 'EventRegistration', filled)).toEqual([])
})

test('shows every field of a pass in its e-mail and in the export (3.10, 3.12)', async () => {
  const filled: Filled<DelegatePass> = {
    name: same('Asha Test'),
    email: same('asha@students.test'),
    phone: ['+910123456789', '+910123456789', '01234 56789'],
    ...answered(details['delegate-pass'], delegatePassBody),
    tier: ['magnus', 'GOLDEN SPINE', 'magnus'],
    payment_screenshot_url: same(await festival.upload('payment')),
    payment_reference: same('K7Q4M2'),
    ...notice,
    utr: ['412345678901', '412345678901', '4123 4567 8901'],
  }
  expect(await listLost('/api/delegate-passes', 'DelegatePass', filled)).toEqual([])
})

test('shows every field of a room request in its e-mail and in the export (3.10, 3.12)', async () => {
  const filled: Filled<AccommodationRequest> = {
    name: same('Asha Test'),
    ...answered(details.accommodation, accommodationBody),
    events: [['SmartAI'], 'Smart AI', 'Smart AI'],
    arrival: ['2025-10-08T16:00', 'Wednesday, 8 October 2025, 4:00 PM', '2025-10-08T16:00'],
    departure: ['2025-10-12T20:30', 'Sunday, 12 October 2025, 8:30 PM', '2025-10-12T20:30'],
    transaction_id: ['412345678901', '412345678901', '4123 4567 8901'],
    email: same('asha@students.test'),
    phone: ['0123456789', '0123456789', '01234 56789'],
    id_proof_url: same(await festival.upload('id-proof')),
    participation_proof_url: same(await festival.upload('participation-proof')),
    payment_proof_url: same(await festival.upload('payment')),
    payment_reference: same('K7Q4M2'),
    ...notice,
  }
  expect(await listLost('/api/accommodations', 'Accommodation', filled)).toEqual([])
})
