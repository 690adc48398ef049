import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button'
import { Link, pages } from '../address'
import { call, meOptions, queryKeys } from '../api'
import { announce, Failed, Loading } from '../messages'
import { writeMoment } from '../words'

const roleWords = {
  viewer: 'You may look at everything.',
  verifier: 'You may look at everything, and decide.',
  admin: 'You may do everything.',
} as const

/** Where one is signed in, to be ended one by one. */
export const Sessions = () => {
  const client = useQueryClient()
  const { data: me } = useQuery(meOptions)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call('listSessions', { signal }),
  })
  const ending = useMutation({
    mutationFn: ({ id }: { id: string; isCurrent: boolean }) => call('endSession', { parts: { id } }),
    onSuccess: (_nothing, { isCurrent }) => {
      if (isCurrent) client.clear()
      if (isCurrent) client.setQueryData(queryKeys.me, null)
      else announce('The session is ended.')
      void client.invalidateQueries({ queryKey: queryKeys.sessions })
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
      {error && <Failed failure={error} what="The sessions cannot be shown." onRetry={() => void refetch()} />}
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
