import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subjects } from '#edition/catalogue'
import { type AddOrganiser, type Role, roles } from '../../../festival/desk/organisers'
import { nameEvent } from '../../../festival/desk/queue'
import { fullName } from '../../../festival/subject'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/text-field'
import { Link, pages } from '../../address'
import { answerOf, type CallFailed, call, meOptions, refresh, useMayAct } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { Check, SelectField } from '../../fields'
import { announce, Failed } from '../../messages'
import { Await, Page } from '../../page'
import { writeMoment } from '../../words'

const roleWords = {
  head: 'You may see the lists of your events.',
  viewer: 'You may look at everything.',
  verifier: 'You may look at everything, and decide.',
  admin: 'You may do everything.',
} as const satisfies Record<Role, string>

/** Where one is signed in, to be ended one by one. */
export const SessionsPage = () => {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions)
  const sessions = useQuery(answerOf('listSessions', {}))
  const ending = useMutation({
    mutationFn: ({ id }: { id: string; isCurrent: boolean }) => call('endSession', { parts: { id } }),
    onSuccess: (_nothing, { isCurrent }) => {
      if (!isCurrent) {
        announce('The session is ended.')
        return refresh(client, 'listSessions')
      }
      // Nobody is here any more: the sign-in page comes, and finds nothing of what they read. What is not yet saved waits.
      client.setQueryData(meOptions.queryKey, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meOptions.queryKey[0] })
    },
  })
  return (
    <Page title="You and your sessions" className="max-w-2xl">
      {me && (
        <p className="mt-2">
          You are <b className="break-all">{me.email}</b>, {me.role}. {roleWords[me.role]}{' '}
          {me.role === 'admin' && (
            <Link href={pages.people} className="underline underline-offset-4">
              Who else is an organiser
            </Link>
          )}
        </p>
      )}
      <p className="mt-2 text-faded">
        End a session that you don’t know, and tell whoever runs the server: somebody may read your mail.
      </p>
      {ending.error && <Failed failure={ending.error} what="The session was not ended." />}
      <Await of={sessions} what="The sessions cannot be shown." />
      <ul className="mt-4 border-t border-rule">
        {sessions.data?.sessions.map(({ id, isCurrent, browser, signedInAt, lastSeenAt, endsAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-3">
            <div>
              <p className="font-semibold">
                {browser}
                {isCurrent && <span className="font-normal text-lymph"> · this one</span>}
              </p>
              <p className="figures text-faded">
                Signed in {writeMoment(signedInAt)}, last seen {writeMoment(lastSeenAt)}, ends {writeMoment(endsAt)} at
                the latest
              </p>
            </div>
            <Button
              shape="secondary"
              disabled={ending.isPending}
              onClick={() => ending.mutate({ id: isCurrent ? 'current' : id, isCurrent })}
            >
              {isCurrent ? 'Sign out' : 'End it'}
              {!isCurrent && <span className="sr-only">: {browser}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  )
}

const columns = ['E-mail address', 'Role', 'Last seen'] as const

/** Who may come to the desk, for its admins to read, and for those of the setting to change (behaviours 14.80, 14.151). */
export const PeoplePage = () => {
  const client = useQueryClient()
  const isAdmin = useMayAct('admin')
  const { data: me } = useQuery(meOptions)
  const [isAdding, setIsAdding] = useState(false)
  const people = useQuery({ ...answerOf('listPeople', {}), enabled: isAdmin })
  const removing = useMutation({
    mutationFn: (email: string) => call('removeOrganiser', { body: { email } }),
    onSuccess: (_nothing, email) => announce(`Removed: ${email}`),
    onSettled: () => refresh(client, 'listPeople'),
  })
  return (
    <Page
      title="Organisers"
      intro="The setting ORGANISERS names some; its admins add others here. Whoever is taken out, there or here, is signed out at once."
      of={isAdmin ? people : undefined}
      what="The organisers cannot be shown."
      className="max-w-2xl"
    >
      {!isAdmin && <p className="mt-4">An admin can see who they are.</p>}
      {removing.error && <Failed failure={removing.error} what="Nobody was removed." />}
      {people.data && (
        <table className="mt-4 w-full border-t border-line text-left">
          <thead>
            <tr className="border-b border-rule">
              {columns.map((column) => (
                <th key={column} scope="col" className="head py-2 pr-3 font-normal">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.data.people.map(({ email, role, events, addedBy, lastSeenAt, sessions }) => (
              <tr key={email} className="border-b border-rule align-top">
                <td className="py-2.5 pr-3">
                  <b className="font-semibold break-all">{email}</b>
                  {addedBy && <span className="block break-all text-faded">added by {addedBy}</span>}
                  {addedBy && me?.mayAppoint && (
                    <Button
                      shape="secondary"
                      className="mt-1 min-h-11!"
                      disabled={removing.isPending}
                      onClick={() => removing.mutate(email)}
                    >
                      Remove<span className="sr-only">: {email}</span>
                    </Button>
                  )}
                </td>
                <td className="py-2.5 pr-3">
                  {role}
                  {events?.map((key) => (
                    <span key={key} className="block text-faded">
                      {nameEvent(key)}
                    </span>
                  ))}
                </td>
                <td className="figures py-2.5">
                  {lastSeenAt ? writeMoment(lastSeenAt) : <span className="text-faded">not signed in</span>}
                  {sessions > 1 && <span className="block text-faded">in {sessions} browsers</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {me?.mayAppoint && (
        <Button className="mt-4" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
          Add an organiser
        </Button>
      )}
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </Page>
  )
}

const roleNotes: Readonly<Record<Role, string>> = {
  head: 'the lists of their events, no money',
  viewer: 'may look at everything',
  verifier: 'may decide, and take cash',
  admin: 'may do everything but add organisers',
}

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('verifier')
  const [events, setEvents] = useState<readonly string[]>([])
  const adding = useMutation<unknown, CallFailed, AddOrganiser>({
    mutationFn: (body) => call('addOrganiser', { body }),
    onSuccess: () => {
      announce(`Added: ${email}`)
      refresh(client, 'listPeople')
      onClose()
    },
  })
  return (
    <CommandDialog
      title="Add an organiser"
      confirm="Add"
      refused={{ title: 'Not added', words: adding.error?.problem?.errors?.[0]?.message }}
      command={adding}
      hasCancel
      onSubmit={() => adding.mutate({ email, role, ...(role === 'head' ? { events: [...events] } : {}) })}
      onClose={onClose}
    >
      <p>They get an e-mail, and so do all admins whom the setting names.</p>
      <TextField
        path="email"
        label="E-mail address"
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
      />
      <SelectField
        path="role"
        label="Role"
        value={role}
        choices={roles.map((value) => ({ value, label: `${value}: ${roleNotes[value]}` }))}
        onChange={(chosen) => setRole(roles.find((one) => one === chosen) ?? 'viewer')}
      />
      {role === 'head' && (
        <fieldset>
          <legend className="font-semibold">Of which events and workshops?</legend>
          {subjects.map((subject) => (
            <Check
              key={subject.key}
              checked={events.includes(subject.key)}
              onChange={({ target }) =>
                setEvents([...events.filter((key) => key !== subject.key), ...(target.checked ? [subject.key] : [])])
              }
            >
              {fullName(subject)}
            </Check>
          ))}
        </fieldset>
      )}
    </CommandDialog>
  )
}
