import { parentPort, workerData } from 'node:worker_threads'
import { openDatabaseAsItIs, type Store } from '../db/open-database'
import { answer, type Question } from './matches'

// The thread that matches payments: it reads the tables by connections of its own, answers one question, and ends.
const { store, question }: { store: Store; question: Question } = workerData
const db = await openDatabaseAsItIs(store)
parentPort?.postMessage(await answer(db, question))
await db.destroy()
