/** With a rupee sign, which an OCR for English seldom knows. */
const signed = /(?:₹|\brs\b\.?|\binr\b)\s*((?:\d[\d,]*\d|\d)(?:\.\d{1,2})?)(?![\d,])/i

/** An amount that has its line to itself, what is left of its sign before it. */
const alone = /^[^\w\s]{0,2}\s?((?:\d{1,3}(?:,\d{2,3})+|\d{1,7})(?:\.\d{2})?)$/

const most = 10_000_000

const rupeesOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const rupees = Number(text.replaceAll(',', ''))
  return rupees > 0 && rupees <= most ? rupees : undefined
}

/** What was paid, in rupees: the first amount with a sign, else the first that stands on a line of its own. */
export const readPaidAmount = (lines: readonly string[]): number | undefined => {
  for (const pattern of [signed, alone])
    for (const line of lines) {
      const amount = rupeesOf(pattern.exec(line)?.[1])
      if (amount !== undefined) return amount
    }
  return undefined
}
