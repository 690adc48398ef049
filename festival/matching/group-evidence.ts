import type { BankPayment, Claim } from './claim'
import type { Evidence, ReadPayment } from './find-evidence'

/** A row of a group, with what ties it to the group's claims. */
export interface TiedPayment extends ReadPayment {
  evidence: readonly Evidence[]
}

/** Rows and claims that hang together by evidence, directly or through each other. */
export interface Group {
  rows: readonly TiedPayment[]
  claims: readonly Claim[]
}

/** Splits all evidence into groups that know nothing of each other. */
export const groupEvidence = (
  rows: readonly ReadPayment[],
  evidence: ReadonlyMap<BankPayment, readonly Evidence[]>,
): Group[] => {
  const tied = rows.map((read): TiedPayment => ({ ...read, evidence: evidence.get(read.row) ?? [] }))
  const rowsOf = new Map<Claim, TiedPayment[]>()
  for (const one of tied)
    for (const { claim } of one.evidence) {
      const there = rowsOf.get(claim)
      if (there) there.push(one)
      else rowsOf.set(claim, [one])
    }
  const seen = new Set<TiedPayment>()
  const collect = (first: TiedPayment): Group => {
    const claims = new Set<Claim>()
    const group = [first]
    seen.add(first)
    // The list grows while it is walked.
    for (const { evidence: ties } of group)
      for (const { claim } of ties) {
        if (claims.has(claim)) continue
        claims.add(claim)
        for (const other of rowsOf.get(claim) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          group.push(other)
        }
      }
    return { rows: group, claims: [...claims].sort((one, other) => (one.id < other.id ? -1 : 1)) }
  }
  return tied.filter((one) => one.evidence.length > 0).flatMap((one) => (seen.has(one) ? [] : [collect(one)]))
}
