import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button'
import { Link, pages } from '../../address'
import { call, meOptions, queryKeys, refresh, useMayAct } from '../../api'
import { announce, Failed, Loading } from '../../messages'
import { writeMoment } from '../../words'

const roleWords = {
  viewer: 'You may look at everything.',
  verifier: 'You may look at everything, and decide.',
  admin: 'You may do everything.',
} as const

/** Where one is signed in, to be ended one by one. */
export const SessionsPage = () => {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call('listSessions', { signal }),
  })
  const ending = useMutation({
    mutationFn: ({ id }: { id: string; isCurrent: boolean }) => call('endSession', { parts: { id } }),
    onSuccess: (_nothing, { isCurrent }) => {
      if (!isCurrent) {
        announce('The session is ended.')
        return refresh(client, queryKeys.sessions)
      }
      // Nobody is here any more: the sign-in page comes, and finds nothing of what they read. What is not yet saved waits.
      client.setQueryData(queryKeys.me, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.me[0] })
    },
  })
  return (
    <div className="mx-auto max-w-2xl px-4 py-6">
      <h1 className="text-2xl">You and your sessions</h1>
      {me && (
        <p className="mt-2">
          You are <b className="break-all">{me.email}</b>, {me.role}. {roleWords[me.role]} Roles are set by whoever runs
          the server.{' '}
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
      {error && <Failed failure={error} what="The sessions cannot be shown." onRetry={refetch} />}
      {!data && !error && <Loading />}
      <ul className="mt-4 border-t border-rule">
        {data?.sessions.map(({ id, isCurrent, browser, signedInAt, lastSeenAt, endsAt }) => (
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
    </div>
  )
}

const columns = ['E-mail address', 'Role', 'Last seen'] as const

/** Who may come to the desk, for its admins to read (behaviour 14.80). */
export const PeoplePage = () => {
  const isAdmin = useMayAct('admin')
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.people,
    queryFn: ({ signal }) => call('listPeople', { signal }),
    enabled: isAdmin,
  })
  return (
    <div className="mx-auto max-w-2xl px-4 py-6">
      <h1 className="text-2xl">Organisers</h1>
      <p className="mt-1 text-faded">
        Whoever runs the server names them in the setting ORGANISERS. A name that is taken out there ends that person’s
        sessions.
      </p>
      {!isAdmin && <p className="mt-4">An admin can see who they are.</p>}
      {error && <Failed failure={error} what="The organisers cannot be shown." onRetry={refetch} />}
      {isAdmin && !data && !error && <Loading />}
      {data && (
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
            {data.people.map(({ email, role, lastSeenAt, sessions }) => (
              <tr key={email} className="border-b border-rule align-top">
                <td className="py-2.5 pr-3 font-semibold break-all">{email}</td>
                <td className="py-2.5 pr-3">{role}</td>
                <td className="figures py-2.5">
                  {lastSeenAt ? writeMoment(lastSeenAt) : <span className="text-faded">not signed in</span>}
                  {sessions > 1 && <span className="block text-faded">in {sessions} browsers</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
