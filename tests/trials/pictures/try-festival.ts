import { type FlagKind, flagKinds } from '../../../festival/desk/flags'
import { inventFestival } from '../../support/demo/invent-festival'
import { openPictures } from '../../support/demo/payment-picture'
import { foundInPictures } from '../../support/demo/planted-faults'
import { Readings } from './judge-readings'
import { readRecords } from './read-desk'
import { paymentOf, serveAndRead } from './serve-pictures'

/** Flags that only pictures bring. */
const ofPictures: readonly FlagKind[] = ['odd-date', 'other-utr']

/**
 * The demo's festival, read at the desk: what of its pictures was read right, and whether each planted fault is flagged.
 * @returns whether every planted one was
 */
export const tryFestival = async (count: number): Promise<boolean> => {
  const draw = await openPictures()
  const invented = inventFestival(count, 3)
  const counted = { found: 0, planted: 0 }
  await serveAndRead(
    invented,
    async (made) => draw(paymentOf(made)),
    async (page, perPicture) => {
      const records = await readRecords(page)
      const readings = new Readings()
      const others = new Map<FlagKind, number>()
      for (const made of invented) {
        const record = records
          .get(made.person.email)
          ?.find(({ paymentReference }) => paymentReference === made.reference)
        if (!record) throw new Error(`The desk lacks the submission ${made.reference}`)
        readings.count(record, paymentOf(made))
        const flags = new Set(record.flagList.map(({ kind }) => kind))
        const planted = foundInPictures.find((kind) => kind === made.fault)
        if (planted) counted.planted += 1
        if (planted && flags.has(planted)) counted.found += 1
        for (const kind of ofPictures)
          if (kind !== made.fault && flags.has(kind)) others.set(kind, (others.get(kind) ?? 0) + 1)
      }
      console.log(`\nThe demo’s festival: ${invented.length} submissions, ${Math.round(perPicture)} ms a picture`)
      console.log(`Read right: ${readings}; ${readings.wrongUtrs} UTRs read wrong`)
      console.log(`Planted in pictures: ${counted.found} of ${counted.planted} flagged`)
      const named = flagKinds.filter((kind) => others.has(kind)).map((kind) => `${kind} ${others.get(kind)}`)
      console.log(`Flags of these kinds on further records: ${named.join(', ') || 'none'}`)
    },
  )
  return counted.found === counted.planted
}
