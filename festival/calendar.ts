import type { Identity } from './content'
import { tellPlace } from './place'
import { formatHours, type Instant, type Slot, toDay } from './slot'
import type { ProgrammeEntry } from './subject'

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const stamp = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

const instantStamp = (instant: Instant) => stamp(Date.parse(instant))

/** Lines longer than 75 bytes continue on the next one after a space (RFC 5545, 3.1). */
const foldLine = (line: string): string => {
  let folded = ''
  let width = 0
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (width + bytes > 75) {
      folded += '\r\n '
      width = 1
    }
    folded += character
    width += bytes
  }
  return folded
}

const describeTime = (slot: Slot): string[] => {
  if (slot.end) return [`DTSTART:${instantStamp(slot.start)}`, `DTEND:${instantStamp(slot.end)}`]
  if (slot.part) return [`DTSTART;VALUE=DATE:${toDay(slot.start).replaceAll('-', '')}`]
  return [`DTSTART:${instantStamp(slot.start)}`]
}

type Host = Pick<Identity, 'firstDay' | 'shortTitle' | 'college' | 'city'>

/** The id stays the same for the same entry, so that importing it again changes it instead of doubling it. */
const describeEntry = (
  { id, title, slot, path, subject }: ProgrammeEntry,
  identity: Host,
  address: string,
  now: number,
): string[] => {
  const named = slot.label ? `${title}: ${slot.label}` : title
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${identity.firstDay}.${identity.shortTitle.toLowerCase()}`,
    `DTSTAMP:${stamp(now)}`,
    ...describeTime(slot),
    `SUMMARY:${escapeText(slot.part ? `${named} (${formatHours(slot).toLowerCase()})` : named)}`,
    `LOCATION:${escapeText(tellPlace(identity, subject))}`,
    ...(path ? [`URL:${address}${path}`] : []),
    ...(subject?.status === 'cancelled' ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

/**
 * The calendar file (RFC 5545) of these lines of the programme, the same whether the site or a confirmation hands it out,
 * so that a session that somebody keeps twice stands in a calendar once. What has no announced clock times becomes an
 * entry of the whole day (behaviour 1.9).
 * @param address the site's, for links
 * @param now milliseconds since 1970, for the entries' stamps
 */
export const makeProgrammeCalendar = (
  entries: readonly ProgrammeEntry[],
  identity: Host,
  address: string,
  now: number,
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(identity.shortTitle)}//Festival//EN`,
    'CALSCALE:GREGORIAN',
    ...entries.flatMap((entry) => describeEntry(entry, identity, address, now)),
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
