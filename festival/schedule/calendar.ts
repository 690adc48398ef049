import type { Identity } from '../content/content'
import { formatPlace } from '../content/place'
import { formatHours, type Instant, type Slot, toDay } from '../content/slot'
import { fullName, type ProgrammeEntry } from '../content/subject'

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const stamp = (milliseconds: number) =>
  new Date(milliseconds).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

const instantStamp = (instant: Instant) => stamp(Date.parse(instant))

const countBytes = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) {
    return 1
  }
  if (code < 0x800) {
    return 2
  }
  return code < 0x10000 ? 3 : 4
}

/** A line longer than 75 bytes continues on the next one after a space (RFC 5545, 3.1). */
const foldLine = (line: string): string => {
  let folded = ''
  let width = 0
  for (const character of line) {
    const bytes = countBytes(character)
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
  if (slot.end) {
    return [`DTSTART:${instantStamp(slot.start)}`, `DTEND:${instantStamp(slot.end)}`]
  }
  if (slot.part) {
    return [`DTSTART;VALUE=DATE:${toDay(slot.start).replaceAll('-', '')}`]
  }
  return [`DTSTART:${instantStamp(slot.start)}`]
}

export interface CalendarFrame {
  identity: Pick<Identity, 'firstDay' | 'shortTitle' | 'college' | 'city'>
  /** Has no trailing slash. */
  address: string
  /** Milliseconds since 1970, for DTSTAMP. */
  now: number
  /** Calendars replace an earlier file only if the version is higher. */
  revision: { version: number; changedAt?: string | undefined }
}

/** A title can contain spaces and non-ASCII letters; a UID cannot. */
const makeDomain = ({ firstDay, shortTitle }: CalendarFrame['identity']): string => {
  const words = shortTitle.toLowerCase().match(/[a-z0-9]+/g) ?? ['festival']
  return `${firstDay}.${words.join('-')}`
}

/** The UID never changes, so that importing the file again updates the entry. */
const describeEntry = (
  { id, title: ownTitle, slot, path, subject, isDropped }: ProgrammeEntry,
  { identity, address, now, revision }: CalendarFrame,
): string[] => {
  const title = subject ? fullName(subject) : ownTitle
  const name = slot.label ? `${title}: ${slot.label}` : title
  const isCancelled = isDropped || subject?.status === 'cancelled'
  const lines = [
    'BEGIN:VEVENT',
    `UID:${id}@${makeDomain(identity)}`,
    `DTSTAMP:${stamp(now)}`,
    `SEQUENCE:${revision.version}`,
  ]
  if (revision.changedAt) {
    lines.push(`LAST-MODIFIED:${stamp(Date.parse(revision.changedAt))}`)
  }
  lines.push(
    ...describeTime(slot),
    `SUMMARY:${escapeText(slot.part ? `${name} (${formatHours(slot).toLowerCase()})` : name)}`,
    `LOCATION:${escapeText(formatPlace(identity, subject))}`,
  )
  if (path) {
    lines.push(`URL:${address}${path}`)
  }
  if (isCancelled) {
    lines.push('STATUS:CANCELLED')
  }
  lines.push('END:VEVENT')
  return lines
}

/** Follows RFC 5545. Sessions whose hours are not announced take the whole day. */
export const makeProgrammeCalendar = (
  entries: readonly ProgrammeEntry[],
  frame: CalendarFrame,
): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(frame.identity.shortTitle)}//Festival//EN`,
    'CALSCALE:GREGORIAN',
    ...entries.flatMap((entry) => describeEntry(entry, frame)),
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
