import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Onlookers } from '../../../festival/desk/record'
import { call } from '../../api'
import { useIsVisible } from '../../words/use-is-visible'

/** Says every 15 seconds that one looks at a record, for as long as it can be seen, and gives who else does. */
export const usePresence = (id: string, known: Onlookers['others']): Onlookers['others'] => {
  const { data } = useQuery({
    queryKey: ['presence', id],
    queryFn: () => call('lookAt', { parts: { id } }),
    enabled: useIsVisible(),
    refetchInterval: 15_000,
    staleTime: 0,
    retry: false,
    gcTime: 0,
  })
  useEffect(
    () => () => {
      call('lookAway', { parts: { id }, keepalive: true }).catch(() => undefined)
    },
    [id],
  )
  return data?.others ?? known
}
