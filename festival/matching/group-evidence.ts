import type { BankPayment, Claim } from './claim'
import type { Evidence, ReadPayment } from './find-evidence'
import { eachStep, mapSteps, type Steps } from './steps'

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
export function* groupEvidence(
  rows: readonly ReadPayment[],
  evidence: ReadonlyMap<BankPayment, readonly Evidence[]>,
): Steps<Group[]> {
  const tied = yield* mapSteps(rows, (read): TiedPayment => ({ ...read, evidence: evidence.get(read.row) ?? [] }))
  const rowsOf = new Map<Claim, TiedPayment[]>()
  yield* eachStep(tied, (one) => {
    for (const { claim } of one.evidence) {
      const there = rowsOf.get(claim)
      if (there) there.push(one)
      else rowsOf.set(claim, [one])
    }
  })
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
  const groups: Group[] = []
  yield* eachStep(tied, (one) => {
    if (one.evidence.length > 0 && !seen.has(one)) groups.push(collect(one))
  })
  return groups
}
