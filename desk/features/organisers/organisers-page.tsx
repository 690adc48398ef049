import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatPaise } from '../../../festival/bank/cells'
import { subjectNames, subjects } from '../../../festival/content/catalogue'
import { fullName } from '../../../festival/content/subject'
import { type People, type Role, roles } from '../../../festival/contract/organisers'
import { nameEvent } from '../../../festival/contract/queue'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { Link, pages } from '../../address'
import { meOptions, queryCall, useCommand, useMayAct, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { DialogButton } from '../../dialog-button'
import { Check, SelectField } from '../../fields'
import { announce, closeWith, Failed } from '../../messages'
import { Page, QueryStatus } from '../../page'
import { type Column, List, Table } from '../../rows'
import { formatCount, formatMoment } from '../../words'
import { dropMarks, isWaiting, storedMarksOptions } from '../events/attendance-marks'

export const SessionsPage = () => {
  const client = useQueryClient()
  const me = useMe()
  const sessions = useQuery(queryCall('listSessions', {}))
  const email = me?.email ?? ''
  const unsentMarks = useQuery(storedMarksOptions(email)).data?.filter(isWaiting).length ?? 0
  const ending = useCommand('endSession', {
    refreshes: ['listSessions'],
    onSuccess: (_nothing, { params: { id } }) => {
      if (id !== 'current') {
        return announce('The session was ended.')
      }
      void dropMarks(email)
      // Removes everything that the organiser has loaded, but keeps unsaved decisions.
      client.setQueryData(meOptions.queryKey, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meOptions.queryKey[0] })
    },
  })
  return (
    <Page title="Account" className="max-w-2xl">
      {me && (
        <p className="mt-2">
          You are <b className="wrap-anywhere">{me.email}</b>, {me.role}:{' '}
          {me.mayAppoint ? 'can do everything' : roleNotes[me.role]}.{' '}
          {me.role === 'admin' && (
            <Link href={pages.people} className="underline underline-offset-4">
              See all organisers
            </Link>
          )}
        </p>
      )}
      <p className="mt-2 text-faded">
        End any session you do not recognise, and inform the person who runs the server: someone may
        be reading your e-mail.
      </p>
      {unsentMarks > 0 && (
        <p role="status" className="mt-2 font-semibold text-nerve">
          {formatCount(unsentMarks, 'mark')} of attendance waiting to be sent. Signing out here
          drops unsent marks.
        </p>
      )}
      {ending.error && (
        <Failed failure={ending.error} what="The session was not ended." takesFocus />
      )}
      <QueryStatus query={sessions} what="The sessions cannot be shown." />
      <List
        rows={sessions.data?.sessions}
        rowKey="id"
        className="mt-4"
        itemClassName="flex flex-wrap items-center justify-between gap-3 py-3"
      >
        {({ id, isCurrent, browser, signedInAt, lastSeenAt, endsAt }) => (
          <>
            <div>
              <p className="font-semibold">
                {browser}
                {isCurrent && <span className="font-normal text-lymph"> · this device</span>}
              </p>
              <p className="figures text-faded">
                Signed in {formatMoment(signedInAt)}, last seen {formatMoment(lastSeenAt)}, expires{' '}
                {formatMoment(endsAt)}
              </p>
            </div>
            <Button
              shape="secondary"
              disabled={ending.isPending}
              onClick={() => ending.mutate({ params: { id: isCurrent ? 'current' : id } })}
            >
              {isCurrent ? 'Sign out' : 'End session '}
              {!isCurrent && <span className="sr-only">: {browser}</span>}
            </Button>
          </>
        )}
      </List>
    </Page>
  )
}

export const PeoplePage = () => {
  const me = useMe()
  const people = useQuery({ ...queryCall('listPeople', {}), enabled: useMayAct('admin') })
  const columns: readonly Column<People['people'][number]>[] = [
    [
      'E-mail address',
      ({ email, addedBy }) => (
        <>
          <b className="font-semibold wrap-anywhere">{email}</b>
          {addedBy && (
            <span className="block font-normal wrap-anywhere text-faded">added by {addedBy}</span>
          )}
          {addedBy && me?.mayAppoint && (
            <DialogButton
              className="mt-1 min-h-11!"
              dialog={(close) => <RemoveDialog email={email} onClose={close} />}
            >
              Remove …<span className="sr-only">: {email}</span>
            </DialogButton>
          )}
        </>
      ),
    ],
    [
      'Role',
      ({ role, events }) => {
        const eventNames = events?.map(nameEvent) ?? []
        return [role, ...eventNames].join(', ')
      },
    ],
    [
      'Last seen',
      ({ lastSeenAt, sessions }) => (
        <>
          {lastSeenAt ? (
            formatMoment(lastSeenAt)
          ) : (
            <span className="text-faded">not signed in</span>
          )}
          {sessions > 1 && <span className="block text-faded">in {sessions} browsers</span>}
        </>
      ),
      'figures',
    ],
  ]
  return (
    <Page
      title="Organisers"
      intro="Only admins named in the server’s ORGANISERS setting can add and remove others here. Anyone removed is signed out at once."
      needs={['admin', 'Only admins can see the organisers.']}
      query={people}
      what="The organisers cannot be shown."
      className="max-w-2xl"
    >
      <Table
        columns={columns}
        rows={people.data?.people}
        rowKey="email"
        className="mt-4"
        tableClassName="cards"
      />
      {me?.mayAppoint && (
        <DialogButton
          shape="primary"
          className="mt-4"
          dialog={(close) => <AddDialog onClose={close} />}
        >
          Add an organiser
        </DialogButton>
      )}
    </Page>
  )
}

/** Organisers must hand over their cash before they are removed. */
const RemoveDialog = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const cash = useQuery(queryCall('readCash', {}))
  const holds = cash.data?.holders.find(({ holder }) => holder === email)?.holds ?? 0
  const removing = useCommand('removeOrganiser', {
    refreshes: ['listPeople'],
    onSuccess: () => closeWith(onClose, `Removed: ${email}`),
  })
  return (
    <CommandDialog
      title="Remove an organiser"
      confirm="Remove"
      errorTitle="Not removed"
      command={removing}
      isDisabled={holds > 0}
      onSubmit={() => removing.mutate({ body: { email } })}
      onClose={onClose}
    >
      <p>
        <b className="wrap-anywhere">{email}</b> is signed out at once.
      </p>
      {holds > 0 && (
        <p className="font-semibold text-artery">
          They hold {formatPaise(holds)} in cash. First record on the{' '}
          <Link href={pages.cash} className="underline underline-offset-4">
            cash page
          </Link>{' '}
          who gets it, then remove them.
        </p>
      )}
    </CommandDialog>
  )
}

const roleNotes: Readonly<Record<Role, string>> = {
  head: 'can see and change their own events, but no money',
  viewer: 'can see everything',
  verifier: 'can decide and collect cash',
  admin: 'can do everything except add organisers',
}

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('verifier')
  const [events, setEvents] = useState<readonly string[]>([])
  const adding = useCommand('addOrganiser', {
    refreshes: ['listPeople'],
    onSuccess: () => closeWith(onClose, `Added: ${email}`),
  })
  return (
    <CommandDialog
      title="Add an organiser"
      confirm="Add"
      errorTitle="Not added"
      errorText={adding.error?.fieldMessages}
      command={adding}
      onSubmit={() =>
        adding.mutate({ body: { email, role, events: role === 'head' ? [...events] : [] } })
      }
      onClose={onClose}
    >
      <p>They get an e-mail, and so do all admins named in ORGANISERS.</p>
      <TextField
        path="email"
        label="E-mail address"
        type="email"
        value={email}
        onChange={setEmail}
      />
      <SelectField
        path="role"
        label="Role"
        value={role}
        hint={`They ${roleNotes[role]}.`}
        choices={roles.map((value) => ({ value, label: value }))}
        onChange={(chosen) => setRole(roles.find((name) => name === chosen) ?? 'viewer')}
      />
      {role === 'head' && (
        <fieldset>
          <legend className="font-semibold">Head of which {subjectNames.all}?</legend>
          {subjects.map((subject) => (
            <Check
              key={subject.key}
              checked={events.includes(subject.key)}
              onChange={({ target }) => {
                const others = events.filter((key) => key !== subject.key)
                setEvents(target.checked ? [...others, subject.key] : others)
              }}
            >
              {fullName(subject)}
            </Check>
          ))}
        </fieldset>
      )}
    </CommandDialog>
  )
}
