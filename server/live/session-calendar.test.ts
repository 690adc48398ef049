import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import { type Desk, signIn } from '../../tests/support/organisers'

let admin: Desk
startDesk()
beforeEach(async () => {
  admin = await signIn(festival, 'admin')
})

const readSlots = () =>
  festival.state.festival().subjects.find(({ key }) => key === 'JuniorQuiz')?.slots ?? []
const readSubjectState = async () =>
  (await (await festival.request('/api/state')).json()).state.subjects.JuniorQuiz
const save = async (changes: object[], event = 'JuniorQuiz') => {
  const answer = await admin.send('PUT', `/api/desk/festival/subject?event=${event}`, {
    id: randomUUID(),
    changes,
  })
  expect(answer.status).toBe(200)
}
const saveSessions = async (value: readonly object[] | null) => {
  const seen = (await readSubjectState())?.sessions ?? null
  await save([{ field: 'sessions', seen, value }])
}

const readEntries = (file: string): Record<string, string>[] =>
  file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        entry
          .split('\r\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    )
/** Reads a file as RFC 5545 describes it, without the code that wrote it. */
const readStrictly = (file: string): Record<string, string>[] => {
  expect(file.endsWith('\r\n')).toBe(true)
  const folded = file.split('\r\n')
  expect(folded.filter((line) => Buffer.byteLength(line) > 75 || line.includes('\n'))).toEqual([])
  const lines = file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  expect([lines.at(0), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  const entries: Record<string, string>[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[A-Z-]+)?):(.*)$/.exec(line) ?? []
    expect(name, line).not.toBe('')
    if (line === 'BEGIN:VEVENT') {
      entries.push({})
    }
    const entry = entries.at(-1)
    if (entry) {
      entry[name] = value
    }
  }
  for (const entry of entries) {
    expect(entry).toMatchObject({ UID: expect.any(String), DTSTAMP: expect.stringMatching(/Z$/) })
  }
  return entries
}

/** Returns the calendar file of a new message. */
const sendCalendar = async (event = 'JuniorQuiz') => {
  const message = {
    id: randomUUID(),
    again: true,
    calendar: true,
    subject: 'Please note',
    text: 'Times have changed.',
  }
  const answer = await admin.send('POST', `/api/desk/messages?event=${event}`, message)
  expect(answer.status).toBe(200)
  while (await festival.outbox.deliverDue()) {}
  const mail = festival.mailer.sent.findLast(({ kind }) => kind === 'announcement')
  const { calendar, text } = (await mail?.renderBodies()) ?? {}
  const file = calendar?.text ?? ''
  return { name: calendar?.name, entries: readEntries(file), file, text }
}
const sendCalendarFile = async (event: string) => (await sendCalendar(event)).file
const first = 'JuniorQuiz-0@2025-10-08.lumbar-days'
const second = 'JuniorQuiz-1@2025-10-08.lumbar-days'

test('cancels a dropped session in the calendar file and keeps all UIDs (16.55, 16.56)', async () => {
  await submit(festival, 'registration', { event: 'JuniorQuiz' })
  const before = await sendCalendar()
  expect(before.entries).toMatchObject([
    { UID: first, SEQUENCE: '0' },
    { UID: second, SEQUENCE: '0' },
  ])
  expect(before.entries[0]).not.toHaveProperty('LAST-MODIFIED')
  festival.passSeconds(60)
  await saveSessions(readSlots().slice(1))
  const after = await sendCalendar()
  expect(readStrictly(after.file)).toHaveLength(2)
  expect(after.entries).toMatchObject([
    { UID: second, SEQUENCE: '1', 'LAST-MODIFIED': '20251001T043100Z' },
    { UID: first, SEQUENCE: '1', STATUS: 'CANCELLED' },
  ])
  expect(after.entries[0]).not.toHaveProperty('STATUS')
})

test('keeps a moved session’s UID, and cancels all sessions of a cancelled event (16.56)', async () => {
  await submit(festival, 'registration', { event: 'JuniorQuiz' })
  const moved = readSlots().map((slot) => ({ ...slot, start: '2025-10-12T07:00:00+05:30' }))
  await saveSessions(moved)
  expect((await sendCalendar()).entries).toMatchObject([
    { UID: first, SEQUENCE: '1', DTSTART: '20251012T013000Z' },
    { UID: second, SEQUENCE: '1' },
  ])
  await save([{ field: 'status', value: 'cancelled' }])
  expect((await sendCalendar()).entries).toMatchObject([
    { UID: first, SEQUENCE: '2', STATUS: 'CANCELLED' },
    { UID: second, SEQUENCE: '2', STATUS: 'CANCELLED' },
  ])
})

test('replaces a part of the day with hours under the same UID (16.62)', async () => {
  await submit(festival, 'registration', { event: 'AxonAlley' })
  const [before] = readStrictly(await sendCalendarFile('AxonAlley'))
  expect(before).toMatchObject({ 'DTSTART;VALUE=DATE': '20251012', SEQUENCE: '0' })
  expect(before?.SUMMARY).toContain('(morning)')
  const value = [{ start: '2025-10-12T11:00:00+05:30', end: '2025-10-12T12:30:00+05:30' }]
  await save([{ field: 'sessions', seen: null, value }], 'AxonAlley')
  const [after] = readStrictly(await sendCalendarFile('AxonAlley'))
  expect(after).toMatchObject({
    UID: before?.UID,
    SEQUENCE: '1',
    DTSTART: '20251012T053000Z',
    DTEND: '20251012T070000Z',
  })
  expect(after).not.toHaveProperty('DTSTART;VALUE=DATE')
  expect(after?.SUMMARY).not.toContain('morning')
  await submit(festival, 'registration', { event: 'AxonAlley' })
  const mail = festival.mailer.sent.findLast(({ kind }) => kind === 'registration')
  expect((await mail?.renderBodies())?.text).toContain('11:00 AM to 12:30 PM')
})

test('restores a dropped session under the same UID on undo (16.55)', async () => {
  await submit(festival, 'registration', { event: 'JuniorQuiz' })
  await saveSessions(readSlots().slice(1))
  const back = await admin.send('POST', '/api/desk/festival/undo', {
    id: randomUUID(),
    version: 1,
  })
  expect(back.status).toBe(200)
  expect(await readSubjectState()).toBeUndefined()
  expect((await sendCalendar()).entries).toMatchObject([
    { UID: first, SEQUENCE: '2' },
    { UID: second, SEQUENCE: '2' },
  ])
})

test('ignores a repeated save of sessions (16.55)', async () => {
  const changes = [{ field: 'sessions', seen: null, value: readSlots().slice(1) }]
  await save(changes)
  await save(changes)
  expect(await festival.db.selectFrom('festival_state').select('version').execute()).toHaveLength(1)
})

test('attaches the calendar file only to messages about one event (16.57)', async () => {
  await submit(festival, 'registration', { event: 'JuniorQuiz' })
  const body = {
    id: randomUUID(),
    calendar: true,
    subject: 'Please note',
    text: 'Times have changed.',
  }
  const answer = await admin.send('POST', '/api/desk/messages?kind=registration', body)
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'calendar' }]])
  const { name, text } = await sendCalendar()
  expect(name).toBe('junior-quiz.ics')
  expect(text).toContain('https://cerebra.test/events/junior-quiz')
})

test('attaches the current calendar entries to the confirmation of a registration (16.56)', async () => {
  await saveSessions(readSlots().slice(1))
  await submit(festival, 'registration', { event: 'JuniorQuiz' })
  const mail = festival.mailer.sent.findLast(({ kind }) => kind === 'registration')
  const { calendar } = (await mail?.renderBodies()) ?? {}
  expect(readEntries(calendar?.text ?? '')).toMatchObject([
    { UID: second, SEQUENCE: '1' },
    { UID: first, SEQUENCE: '1', STATUS: 'CANCELLED' },
  ])
})
