import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../../server/db/open-database'
import { createPrivateLink } from '../../../server/entries/private-link'
import { makePng } from '../../support/files'
import { fillEntries } from '../../support/fill-entries'
import type { ServedFestival } from '../../support/serve'
import { addSession } from '../desk/scene'
import { withTables } from '../harness'
import { fillForm, makeRegistrationRequest, makeTarget, send, uploadOnce } from '../http'
import type { AttackedEntry } from './attacks'
import type { AbusedEntry } from './check-abuse'

/** An entry with a private link, and an organiser's session. */
export interface MadeEntry extends AttackedEntry {
  entryId: string
  organiser: string
}

/** About as many entries as a festival has. */
const otherEntries = 2_000
const email = 'attacker@students.test'

export const makeEntry = async ({ address }: ServedFestival, store: Store): Promise<MadeEntry> => {
  const target = makeTarget(address, '127.0.0.9')
  const form = makeRegistrationRequest(
    fillForm(email, await uploadOnce(target, makePng({ bytes: 20_000 }))),
  )
  const response = await send(target, form)
  if (response.status !== 201) {
    throw new Error(`The attacker's own form failed with ${response.status}`)
  }
  const { registration_id: label }: { registration_id: string } = JSON.parse(response.text)
  return withTables(store, async (db) => {
    await fillEntries(db, 0, otherEntries)
    const rows = db
      .selectFrom('EventRegistration')
      .select('id')
      .where('registration_id', '=', label)
    const { id: entryId } = await rows.executeTakeFirstOrThrow()
    const link = await createPrivateLink(db, entryId, 'status', new Date(), address)
    const secret = link.slice(link.indexOf('#') + 1)
    return {
      secret,
      label,
      email,
      entryId,
      organiser: await addSession(db, 'asha@organisers.test'),
    }
  })
}

/** How long an organiser views an entry before deciding, in milliseconds. */
const lookMs = 1_500

/** After `seconds`, an organiser opens the entry and rejects the version on screen. */
export const rejectAfter = async (
  seconds: number,
  { address }: ServedFestival,
  { entryId, organiser }: MadeEntry,
): Promise<Pick<AbusedEntry, 'rejected' | 'waits'>> => {
  await pause(seconds * 1_000)
  const headers = {
    Cookie: `desk=${organiser}`,
    Origin: address,
    'Content-Type': 'application/json',
  }
  const start = performance.now()
  const entry = await fetch(`${address}/api/desk/entries/${entryId}`, { headers })
  const { version }: { version: number } = await entry.json()
  const opened = performance.now()
  await pause(lookMs)
  const pressed = performance.now()
  const response = await fetch(`${address}/api/desk/decisions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ id: randomUUID(), entryId, version, decision: 'reject' }),
  })
  return { rejected: response.status, waits: [opened - start, performance.now() - pressed] }
}

export const measureEntry = (
  store: Store,
  { entryId }: MadeEntry,
): Promise<Pick<AbusedEntry, 'earlierBytes' | 'lines' | 'emails'>> =>
  withTables(store, async (db) => {
    const reviews = db.selectFrom('review').select('earlier_values').where('entry_id', '=', entryId)
    const { earlier_values } = await reviews.executeTakeFirstOrThrow()
    const lines = await db
      .selectFrom('audit_line')
      .select('id')
      .where('entry_id', '=', entryId)
      .execute()
    const emails = await db
      .selectFrom('message')
      .select('id')
      .where('entry_id', '=', entryId)
      .execute()
    return { earlierBytes: earlier_values.length, lines: lines.length, emails: emails.length }
  })
