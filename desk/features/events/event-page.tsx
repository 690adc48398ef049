import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api'
import { stateOptions, useSubjects } from '../../festival'
import { QueryStatus } from '../../page'
import { EventMessages } from '../messages/event-messages'
import { AttendanceView } from './attendance-view'
import { Changes } from './changes'
import { EventHeader } from './event-header'

export const EventPage = ({ id }: { id: string }) => {
  const state = useQuery(stateOptions)
  const me = useMe()
  const subject = useSubjects().find(({ key }) => key === id)
  if (!subject) {
    return <h1 className="p-6 text-2xl">There is no such event</h1>
  }
  const view = state.data
  if (!view || !me) {
    return <QueryStatus query={state} what="The event cannot be shown." />
  }
  const mayChange = me.role === 'admin' || me.role === 'head'
  return (
    <div className="mx-auto max-w-6xl px-4 py-6 print:p-0">
      <EventHeader
        subject={subject}
        view={view}
        mayChange={mayChange}
        isAdmin={me.role === 'admin'}
      />
      <AttendanceView list={{ event: subject.key }} />
      <div className="print:hidden">
        <EventMessages event={id} />
        <Changes
          saves={view.saves.filter(({ changes }) => changes.some(({ event }) => event === id))}
          mayUndo={mayChange}
        />
      </div>
    </div>
  )
}
