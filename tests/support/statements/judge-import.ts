import { matchPayments } from '../../../festival/matching/match-payments'
import { isTicked, type Proposal, type ProposalState } from '../../../festival/matching/proposal'
import { importFile } from './import-file'
import { type Fate, inventFestival } from './invent-festival'
import type { Layout } from './layout'
import { banks } from './layouts'
import { book } from './transaction'

/** What an import of one bank's file came to, against what truly happened. */
export interface Verdict {
  bank: string
  unreadable: number
  breaks: number
  links: number
  states: Partial<Record<ProposalState, number>>
  /** Ticked proposals that give a claim another's money, or money that did not stay. Must be none. */
  wronglyMatched: string[]
  /** Claims that were paid exactly and are not ticked, by what the desk says of them. */
  missed: Record<string, number>
  /** Claims that were paid exactly. */
  paid: number
}

const window = { from: '2026-08-15', to: '2026-10-15' } as const

const claimsOf = (proposal: Proposal) =>
  'claims' in proposal ? proposal.claims : 'claim' in proposal ? [proposal.claim] : []

const tellState = (proposal: Proposal) => (proposal.state === 'perhaps' ? `perhaps: ${proposal.why}` : proposal.state)

/** Invents a festival, writes the bank's file, reads and matches it, and compares with the truth. */
export const judgeImport = async (bank: Layout, count: number, seed: number): Promise<Verdict> => {
  const festival = inventFestival(count, seed, bank.noteKept)
  const file = bank.write(book(festival.transactions, 1_000_050))
  const { statement, payments, reversals } = await importFile(file, window, bank.columns)
  const proposals = matchPayments({
    payments,
    reversals,
    claims: festival.claims,
    days: statement.days ?? { first: window.from, last: window.to },
  })
  const owners = new Map(festival.transactions.map(({ rrn, amount, claim }) => [`${rrn} ${amount}`, claim]))
  const ownerOf = (narration: string, reference: string, amount: number) => {
    const numbers = [...narration.matchAll(/\d{12}/g)].map(([number]) => number)
    return [...numbers, reference.padStart(12, '0')].map((number) => owners.get(`${number} ${amount}`)).find(Boolean)
  }
  /** Neither the right number nor as much of the note as the bank would show: nothing ties the two. */
  const leftNoSign = (id: string): boolean => {
    const claim = festival.claims.find((one) => one.id === id)
    const payment = festival.transactions.find((one) => one.claim === id)
    const hasNote = bank.noteKept >= 4 && claim?.reference && payment?.note.startsWith(claim.reference)
    return claim?.number === undefined && !hasNote
  }
  const states: Partial<Record<ProposalState, number>> = {}
  const wronglyMatched: string[] = []
  const missed: Record<string, number> = {}
  const fateOf = (id: string): Fate | undefined => festival.fates.get(id)
  for (const proposal of proposals) {
    states[proposal.state] = (states[proposal.state] ?? 0) + 1
    if (isTicked(proposal.state) && 'row' in proposal && 'claim' in proposal && proposal.row) {
      const { row, claim } = proposal
      const isTheirs = ownerOf(row.narration, row.reference, row.amount) === claim.id
      if (!isTheirs || fateOf(claim.id) === 'reversed' || row.amount !== claim.due) wronglyMatched.push(claim.id)
    } else
      for (const claim of claimsOf(proposal))
        if (fateOf(claim.id) === 'paid') {
          const said = leftNoSign(claim.id) ? 'no sign left' : tellState(proposal)
          missed[said] = (missed[said] ?? 0) + 1
        }
  }
  return {
    bank: bank.name,
    unreadable: statement.unreadable.length,
    breaks: statement.chain?.breaks.length ?? 0,
    links: statement.chain?.links ?? 0,
    states,
    wronglyMatched,
    missed,
    paid: [...festival.fates.values()].filter((fate) => fate === 'paid').length,
  }
}

export const judgeImports = (count: number, seed: number): Promise<Verdict[]> =>
  Promise.all(banks.map((bank, index) => judgeImport(bank, count, seed + index)))
