import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api'
import { stateOptions, useSubjects } from '../../festival'
import { QueryStatus } from '../../page'
import { serverAheadMs, useNow } from '../../words'
import { EventMessages } from '../messages/event-messages'
import { AttendanceView } from './attendance-view'
import { Changes } from './changes'
import { EventHeader } from './event-header'

export const EventPage = ({ id }: { id: string }) => {
  const state = useQuery(stateOptions)
  const me = useMe()
  const now = useNow(60_000) + serverAheadMs()
  const subject = useSubjects().find(({ key }) => key === id)
  if (!subject) {
    return <h1 className="p-6 text-2xl">There is no such event</h1>
  }
  const isAdmin = me?.role === 'admin'
  const mayChange = isAdmin || me?.role === 'head'
  const view = state.data
  const saves = view?.saves.filter(({ changes }) => changes.some(({ event }) => event === id))
  return (
    <div className="mx-auto max-w-6xl px-4 py-6 print:p-0">
      <QueryStatus query={state} what="The event cannot be shown." />
      {view && (
        <EventHeader
          subject={subject}
          view={view}
          mayChange={mayChange}
          isAdmin={isAdmin}
          now={now}
        />
      )}
      <AttendanceView list={{ event: subject.key }} />
      <div className="print:hidden">
        <EventMessages event={id} />
        {saves && <Changes saves={saves} mayUndo={mayChange} />}
      </div>
    </div>
  )
}
