import type { Announcement } from '../../../festival/contract/announcement'
import type { StateChange, StateSave } from '../../../festival/contract/festival'

type Message = Pick<Announcement, 'at' | 'filter' | 'state'>
type Save = Pick<StateSave, 'at' | 'changes'>

const isNews = ({ field, before, after }: StateChange): boolean => {
  if (field === 'status') {
    return (before === 'cancelled') !== (after === 'cancelled')
  }
  return JSON.stringify(before) !== JSON.stringify(after)
}

/**
 * Finds a cancellation, a reinstatement or a new time or place that is newer than the newest
 * message to the event's participants. Stopped messages have not reached everyone. A change that
 * was undone is left out. Saves and messages are sorted newest first.
 */
export const findUnannouncedChange = (
  saves: readonly Save[],
  messages: readonly Message[],
  event: string,
): StateChange | undefined => {
  const message = messages.find(
    ({ filter, state }) => filter.event === event && state !== 'stopped',
  )
  const changes = saves
    .filter(({ at }) => at > (message?.at ?? ''))
    .flatMap((save) => save.changes)
    .filter((change) => change.event === event)
  for (const field of ['status', 'sessions', 'place']) {
    const newest = changes.find((change) => change.field === field)
    const oldest = changes.findLast((change) => change.field === field)
    // TypeScript cannot tell that both changes are of the same field.
    const total = { ...newest, before: oldest?.before } as StateChange
    if (newest && isNews(total)) {
      return total
    }
  }
  return undefined
}
