import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Store } from '../../../server/db/open-database'
import type { Db } from '../../../server/db/schema'
import { auditFestival, type Left, waitForMail } from '../audit'
import { type Crowd, hasHeard } from './crowd'
import { type FaultRow, tellAnswers } from './table'

/** How much is tried. */
export interface Size {
  kills: number
  /** For the gate: everything once and soon. */
  isShort: boolean
}

/** One way in which something goes wrong. */
export interface Fault {
  name: string
  /** Whether the gate tries it as well. */
  isQuick: boolean
  run: (size: Size) => Promise<Verdict>
}

export type Verdict = Omit<FaultRow, 'name' | 'seconds' | 'broke'>

/** Why a fault can't be brought about on this machine. */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-faults-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const withDatabase = async <T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await openDatabase(store)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

interface Judging {
  store: Store
  crowd: Crowd
  left: () => Left
  /** How long the mail may take that is still to go out. */
  mailSeconds?: number
  note?: string
}

/** Waits for the last e-mail and counts. */
export const judge = ({ store, crowd, left, mailSeconds, note }: Judging): Promise<Verdict> =>
  withDatabase(store, async (db) => {
    const late: string[] = []
    await waitForMail(db, mailSeconds).catch((error: unknown) => late.push(String(error)))
    const audit = await auditFestival(db, left(), crowd.registrants)
    audit.complaints.push(...crowd.complaints, ...late)
    return { audit, note: [tellAnswers(crowd), note].filter(Boolean).join('; ') }
  })

/** Waits until so many have heard it, at most so many seconds. */
export const untilHeard = async (crowd: Crowd, heard: string, times: number, seconds: number): Promise<void> => {
  const wanted = hasHeard(crowd, heard) + times
  const deadline = performance.now() + seconds * 1_000
  while (hasHeard(crowd, heard) < wanted && performance.now() < deadline) await pause(20)
}
