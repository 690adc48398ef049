import { useMe } from '../../api'
import { List } from '../../rows'
import { MessageItem, useAnnouncements } from './message-item'

export const EventMessages = ({ event }: { event: string }) => {
  const me = useMe()
  const { data } = useAnnouncements()
  return (
    <List
      title="Messages"
      rows={data?.announcements.filter(({ filter }) => filter.event === event)}
      rowKey="id"
      className="mt-8"
      itemClassName="py-4"
    >
      {(message) => me && <MessageItem message={message} me={me} />}
    </List>
  )
}
