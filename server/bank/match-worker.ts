import { parentPort, workerData } from 'node:worker_threads'
import { openDatabaseAsItIs, type Store } from '../db/open-database'
import { type MatchRequest, runMatchRequest } from './matches'

const { store, request }: { store: Store; request: MatchRequest } = workerData
const db = await openDatabaseAsItIs(store)
parentPort?.postMessage(await runMatchRequest(db, request))
await db.destroy()
