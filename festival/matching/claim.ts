import type { Paise } from '../bank/cells'
import type { Payment } from '../bank/verdict'
import type { Day } from '../slot'

/** What somebody says to have paid: a submission with an amount due. */
export interface Claim {
  id: string
  due: Paise
  /** The day in India on which it was sent; the payment was made before. */
  day: Day
  /** The payment reference; forms of an older version have none. */
  reference?: string
  /** The UTR, where one was given. */
  number?: string
  /** The UTR that was read from its picture. It counts where no row has the one that was given. */
  pictureNumber?: string
}

/** A bank's row as the desk keeps it. */
export interface BankPayment extends Payment {
  /** `identifyRow` of it: the same row of two downloads has one id. */
  id: string
  /** The claim that it was spent on, once somebody said yes. */
  spentOn?: string
}
