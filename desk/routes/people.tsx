import { useQuery } from '@tanstack/react-query'
import { call, queryKeys, useMayAct } from '../api'
import { Failed, Loading } from '../messages'
import { writeMoment } from '../words'

const columns = ['E-mail address', 'Role', 'Last seen'] as const

/** Who may come to the desk, for its admins to read (behaviour 14.80). */
export const People = () => {
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
      {error && <Failed failure={error} what="The organisers cannot be shown." onRetry={() => void refetch()} />}
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
