import { fstatSync } from 'node:fs'

/** Priorities of syslog, as systemd's journal takes them at the beginning of a line. */
export type Priority = 2 | 3 | 4 | 6 | 7

const standardError = 2

/** Whether standard error goes to systemd's journal, which says so by the number of its socket (behaviour 12.5). */
export const isToJournal = (): boolean => {
  // biome-ignore lint/style/noProcessEnv: it is systemd's word to its children, and no setting of ours.
  const { JOURNAL_STREAM } = process.env
  if (JOURNAL_STREAM === undefined) return false
  const { dev, ino } = fstatSync(standardError)
  return JOURNAL_STREAM === `${dev}:${ino}`
}

/** Every line with its priority, where the journal reads them. */
export const withPriority = (priority: Priority, text: string, isJournal = isToJournal()): string =>
  isJournal ? text.replace(/^/gm, `<${priority}>`) : text
