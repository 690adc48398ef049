import type { Announcement } from '../../../festival/contract/announcement'
import type { StateChange, StateSave } from '../../../festival/contract/festival'

/** Participants need to know of a cancellation or reinstatement, but not of closing. */
const compare = ({ field }: StateChange, value: StateChange['after']): unknown =>
  field === 'status' ? value === 'cancelled' : JSON.stringify(value)

/**
 * Finds a cancellation, a reinstatement or a new time or place that is newer than the newest
 * message to the event's participants. Stopped messages have not reached everyone. A change that
 * was undone is left out. Saves and messages are sorted newest first.
 */
export const findUnannouncedChange = (
  saves: readonly Pick<StateSave, 'at' | 'changes'>[],
  messages: readonly Pick<Announcement, 'at' | 'filter' | 'state'>[],
  event: string,
): StateChange | undefined => {
  const message = messages.find(
    ({ filter, state }) => filter.event === event && state !== 'stopped',
  )
  const changes = saves.filter(({ at }) => at > (message?.at ?? '')).flatMap((save) => save.changes)
  for (const field of ['status', 'sessions', 'place']) {
    const ofField = changes.filter((change) => change.event === event && change.field === field)
    const [newest] = ofField
    const before = ofField.at(-1)?.before ?? null
    if (newest && compare(newest, before) !== compare(newest, newest.after)) {
      // TypeScript cannot tell that both values belong to the same field.
      return { ...newest, before } as StateChange
    }
  }
  return undefined
}
