import { parentPort, workerData } from 'node:worker_threads'
import { openDatabaseAsItIs, type Store } from '../db/open-database'
import { answer, type MatchRequest } from './matches'

// The thread that matches payments: it reads the tables by connections of its own, answers one question, and ends.
const { store, request }: { store: Store; request: MatchRequest } = workerData
const db = await openDatabaseAsItIs(store)
parentPort?.postMessage(await answer(db, request))
await db.destroy()
