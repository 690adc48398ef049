import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Role } from '../../../festival/desk/roles'
import { mayAct } from '../../../festival/desk/roles'
import type { Me } from '../../../festival/desk/sign-in'
import { CallFailed, call } from '../../api'
import { keys } from '../../query-client'

/**
 * Who is signed in; null for nobody. The role may change under way, so it is asked for again each minute, for as long as
 * the page can be seen: a tab that was forgotten does not keep its session alive (behaviour 14.5).
 */
export const meOptions = queryOptions<Me | null>({
  queryKey: keys.me,
  queryFn: async ({ signal }) => {
    try {
      return await call('readMe', { signal })
    } catch (failure) {
      if (failure instanceof CallFailed && failure.problem?.code === 'signed-out') return null
      throw failure
    }
  },
  refetchInterval: ({ state }) => (state.data && document.visibilityState === 'visible' ? 60_000 : false),
})

/** Whether whoever is signed in may do what needs a role. */
export const useMayAct = (needed: Role): boolean => {
  const { data: me } = useQuery(meOptions)
  return me ? mayAct(me.role, needed) : false
}
