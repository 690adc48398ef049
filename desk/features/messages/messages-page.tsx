import { buttonClasses } from '../../../ui/button'
import { Link, pages } from '../../address'
import { useMe } from '../../api'
import { Page } from '../../page'
import { List } from '../../rows'
import { MessageItem, useAnnouncements } from './message-item'
import { UnsentTickets } from './unsent-tickets'

export const MessagesPage = () => {
  const me = useMe()
  const isHead = me?.role === 'head'
  const messages = useAnnouncements()
  return (
    <Page
      title="Messages"
      intro={`To message the participants of an event, open its page and press “Message …”.${isHead ? '' : ' For any other list, filter the queue and open its filters.'}`}
      needs={isHead ? ['head', ''] : ['admin', 'Only admins can send messages.']}
      query={messages}
      what="The messages cannot be shown."
      className="max-w-2xl"
    >
      <Link href={pages.festival} className={`${buttonClasses()} mt-4`}>
        Choose an event
      </Link>
      {!isHead && <UnsentTickets />}
      <List
        rows={messages.data?.announcements}
        rowKey="id"
        emptyText="No messages yet."
        className="mt-4"
        itemClassName="py-4"
      >
        {(message) => me && <MessageItem message={message} me={me} />}
      </List>
    </Page>
  )
}
