import type { QueryClient } from '@tanstack/react-query'
import { refresh } from '../../api'

/** The server moves entries up every second. */
const waitlistDelayMs = 3_000

/** Fetches the numbers and participants again once the server has updated the waiting lists. */
export const refreshWaitlist = (client: QueryClient): void => {
  setTimeout(() => refresh(client, 'readPlaces', 'readAttendance'), waitlistDelayMs)
}
