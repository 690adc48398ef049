import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectNames } from '../../../festival/content/catalogue'
import { formatHours, formatShortDay } from '../../../festival/content/slot'
import { fullName, type Subject } from '../../../festival/content/subject'
import type { Tally } from '../../../festival/contract/overview'
import { describePlaceCount, type EventPlaces } from '../../../festival/contract/places'
import { nameEvent } from '../../../festival/contract/queue'
import { statusWords } from '../../../festival/schedule/availability'
import { Banner } from '../../../ui/banner'
import { eventAddress, Link } from '../../address'
import { queryCall, useMe } from '../../api'
import { stateOptions, useSubjects } from '../../festival'
import { SmallField } from '../../fields'
import { Page } from '../../page'
import { List } from '../../rows'
import { formatCount, serverAheadMs, useNow } from '../../words'
import { Changes } from '../events/changes'
import { simplify } from '../events/participants'
import { findNextSession, findStatus, groupByDay } from '../events/sessions'
import { NoticeForm } from './dialogs'

const EventLine = ({
  subject,
  tally,
  places,
  now,
}: {
  subject: Subject
  /** Undefined for heads, and for events that come with a pass. */
  tally: Tally | undefined
  places: EventPlaces | undefined
  now: number
}) => {
  const next = findNextSession(subject, now)
  return (
    <>
      <Link href={eventAddress(subject.key)} className="press flex-1 basis-60 font-semibold">
        {fullName(subject)}
      </Link>
      <span className="figures text-faded">{next && formatHours(next)}</span>
      <span>{statusWords[findStatus(subject, now)].name}</span>
      {tally && (
        <span className="figures">
          {formatCount(tally.count, 'entry', 'entries')}, {formatCount(tally.people, 'participant')}
        </span>
      )}
      {places && <span className="figures">{describePlaceCount(places)}</span>}
    </>
  )
}

export const FestivalPage = () => {
  const state = useQuery(stateOptions)
  const me = useMe()
  const now = useNow(60_000) + serverAheadMs()
  const [text, setText] = useState('')
  const { data: overview } = useQuery({
    ...queryCall('readOverview', {}),
    enabled: me !== undefined && me?.role !== 'head',
  })
  const { data: places } = useQuery(queryCall('readPlaces', {}))
  const view = state.data
  const notice = view?.state.notice
  const isAdmin = me?.role === 'admin'
  const subjects = useSubjects()
    .filter(({ key }) => !me?.events || me.events.includes(key))
    .filter((subject) => simplify(fullName(subject)).includes(simplify(text)))
  /** The participants of an event that comes with a pass are the holders of passes. */
  const findTally = ({ key, status }: Subject) =>
    status === 'with-pass'
      ? undefined
      : overview?.rows.find(({ filter }) => filter.event === key)?.accepted
  return (
    <Page
      title="Festival"
      intro="Press an event to see its participants and to change it. Changes show on the site within a minute, even on pages that are already open."
      query={state}
      what="The events cannot be shown."
      className="max-w-4xl"
    >
      {view && view.failedPages.length > 0 && (
        <Banner tone="error" title="Some pages are not updated yet">
          <p className="break-words">{view.failedPages.join(', ')}</p>
        </Banner>
      )}
      {view && view.ignoredPlaces.length > 0 && (
        <Banner tone="note" title="The site was built with fewer places than before">
          <p>
            The earlier number of places still applies to{' '}
            {view.ignoredPlaces.map(nameEvent).join(', ')}.
          </p>
        </Banner>
      )}
      {view && isAdmin && (
        <NoticeForm notice={notice && Date.parse(notice.until) > now ? notice : undefined} />
      )}
      <search className="mt-4 block">
        <SmallField
          label={`Search ${subjectNames.all}`}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </search>
      {subjects.length === 0 && <p className="mt-6">No event has this name.</p>}
      {[...groupByDay(subjects, now)].map(([day, events]) => (
        <List
          key={day}
          title={formatShortDay(day)}
          rows={events}
          rowKey="key"
          className="mt-6"
          itemClassName="flex flex-wrap items-center gap-x-4"
        >
          {(subject) => (
            <EventLine
              subject={subject}
              tally={findTally(subject)}
              places={places?.[subject.key]}
              now={now}
            />
          )}
        </List>
      ))}
      {view && isAdmin && (
        <Changes
          saves={view.saves.filter(({ changes }) => changes.some(({ event }) => event === null))}
          mayUndo
        />
      )}
    </Page>
  )
}
