/** Where receipts lie in the browser's storage. */
export const receiptShelf = 'cerebra:receipts'

/** Whether this device keeps any receipt; none where the browser keeps nothing. */
export const hasReceipts = (): boolean => {
  try {
    return receiptShelf in localStorage
  } catch {
    return false
  }
}
