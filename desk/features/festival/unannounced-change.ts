import type { Announcement } from '../../../festival/contract/announcement'
import type { StateChange, StateSave } from '../../../festival/contract/festival'

type Message = Pick<Announcement, 'at' | 'filter' | 'state'>
type Save = Pick<StateSave, 'at' | 'changes'>

/** A stopped message has not reached everyone. */
const findNewestMessage = (messages: readonly Message[], event: string): string =>
  messages
    .filter(({ filter, state }) => filter.event === event && state !== 'stopped')
    .map(({ at }) => at)
    .sort()
    .at(-1) ?? ''

const isNews = ({ field, before, after }: StateChange): boolean => {
  if (field === 'status') {
    return (before === 'cancelled') !== (after === 'cancelled')
  }
  return JSON.stringify(before) !== JSON.stringify(after)
}

/**
 * Finds a cancellation, a reinstatement or a new time or place that is newer than the newest
 * message to the event's participants. Changes that were undone since are left out.
 * @param saves sorted newest first
 */
export const findUnannouncedChange = (
  saves: readonly Save[],
  messages: readonly Message[],
  event: string,
): StateChange | undefined => {
  const messageAt = findNewestMessage(messages, event)
  const changes = saves
    .filter(({ at }) => at > messageAt)
    .flatMap((save) => save.changes)
    .filter((change) => change.event === event)
  const findTotal = (field: StateChange['field']): StateChange | undefined => {
    const ofField = changes.filter((change) => change.field === field)
    const newest = ofField.at(0)
    const oldest = ofField.at(-1)
    // TypeScript cannot tell that both changes are of the same field.
    return newest && oldest && ({ ...newest, before: oldest.before } as StateChange)
  }
  const totals = [findTotal('status'), findTotal('sessions'), findTotal('place')]
  return totals.find((total) => total && isNews(total))
}
