import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deskPage } from '../../../festival/desk/calls'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { go, waitingSearch } from '../../address'
import { call, queryKeys } from '../../api'
import { AskForLink } from './ask-for-link'

/**
 * What a sign-in link opens. A mail scanner that follows links gets this page and no more: the secret, which stands after
 * the `#`, is spent by the button alone (behaviour 14.71).
 */
export const SpendLink = ({ secret }: { secret: string }) => {
  const client = useQueryClient()
  const spending = useMutation({
    mutationFn: () => call('signIn', { body: { secret } }),
    onSuccess: (me) => {
      client.setQueryData(queryKeys.me, me)
      go(`${deskPage}?${waitingSearch}`, { replace: true })
    },
  })
  if (spending.error?.problem?.code === 'link-spent')
    return <AskForLink notice="This link was used already, or its time is over. Ask for a new one here." />
  return (
    <>
      <h1 className="text-2xl">Organisers’ desk</h1>
      <p className="mt-3 text-faded">Your link is here. It signs you in on this device, once.</p>
      <Button className="mt-6 w-full" disabled={spending.isPending} onClick={() => spending.mutate()}>
        {spending.isPending ? 'Signing in …' : 'Sign in'}
      </Button>
      {spending.error && (
        <div className="mt-6">
          <Banner tone="error" title="Not signed in">
            <p>{spending.error.message} Press again.</p>
          </Banner>
        </div>
      )}
    </>
  )
}
