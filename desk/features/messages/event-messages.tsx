import { useMe } from '../../api'
import { List } from '../../rows'
import { MessageItem, useAnnouncements } from './message-item'

/** The messages to participants of one event. Renders nothing if there are none. */
export const EventMessages = ({ event }: { event: string }) => {
  const me = useMe()
  const { data } = useAnnouncements()
  const messages = data?.announcements.filter(({ filter }) => filter.event === event) ?? []
  if (!me || messages.length === 0) {
    return null
  }
  return (
    <List title="Messages" rows={messages} rowKey="id" className="mt-8" itemClassName="py-4">
      {(message) => <MessageItem message={message} me={me} />}
    </List>
  )
}
