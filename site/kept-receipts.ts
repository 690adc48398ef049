import type { FormKind, Forms } from '../festival/api'
import { receiptShelf } from './has-receipts'

/** What was kept, by the keys of the submissions; of this shape as far as nobody else wrote it. */
export const readShelf = (): Record<string, unknown> => {
  try {
    return { ...JSON.parse(localStorage.getItem(receiptShelf) ?? '{}') }
  } catch {
    return {}
  }
}

export const writeShelf = (kept: Record<string, unknown>): void => {
  try {
    if (Object.keys(kept).length > 0) localStorage.setItem(receiptShelf, JSON.stringify(kept))
    else localStorage.removeItem(receiptShelf)
  } catch {
    // The confirmation still shows, and goes by e-mail.
  }
}

/** Keeps a receipt on this device alone, once for its submission's key (behaviour 5.50). */
export const keepReceipt = <Kind extends FormKind>(key: string, kind: Kind, receipt: Forms[Kind]['receipt']): void =>
  writeShelf({ ...readShelf(), [key]: { kind, receipt } })
