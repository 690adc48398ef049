import { parentPort, workerData } from 'node:worker_threads'
import { openDatabaseAsItIs, type Store } from '../db/open-database'
import { answer, type MatchAnswer } from './matches'

// The thread that matches payments: it reads the tables by connections of its own, so that nobody waits for it.
const opened = openDatabaseAsItIs(workerData as Store)

parentPort?.on('message', ({ id, question }: { id: number; question: Parameters<typeof answer>[1] }) => {
  opened
    .then((db) => answer(db, question))
    .then(
      (found): MatchAnswer => ({ id, answer: found }),
      (error: unknown): MatchAnswer => ({ id, error }),
    )
    .then((told) => parentPort?.postMessage(told))
})
