import { seenBanks } from './bank-layouts'
import type { Layout } from './layout'
import { moreBanks, seenBanksToo } from './more-bank-layouts'
import { oddFiles } from './odd-layouts'
import { pdfs } from './pdf-layouts'
import { reports } from './report-layouts'

/** Banks whose files were seen, and a merchant app's report. */
export const banks: readonly Layout[] = [...seenBanks, ...seenBanksToo, ...reports.slice(0, 1)]

/** Every layout that is tried. */
export const layouts: readonly Layout[] = [
  ...seenBanks,
  ...seenBanksToo,
  ...moreBanks,
  ...oddFiles,
  ...pdfs,
  ...reports,
]
