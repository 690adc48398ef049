import { fstatSync } from 'node:fs'

/** Priorities of syslog, as systemd's journal takes them at the beginning of a line. */
export type Priority = 2 | 3 | 4 | 6 | 7

const standardError = 2

/** Whether standard error goes to systemd's journal, which says so by the number of its socket (behaviour 12.5). */
export const isToJournal = (journalStream: string | undefined): boolean => {
  if (journalStream === undefined) return false
  const { dev, ino } = fstatSync(standardError)
  return journalStream === `${dev}:${ino}`
}

/** Every line with its priority, where the journal reads them. */
export const withPriority = (priority: Priority, text: string, isJournal: boolean): string =>
  isJournal ? text.replace(/^/gm, `<${priority}>`) : text
