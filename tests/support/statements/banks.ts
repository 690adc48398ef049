import type { Bank } from './bank'
import { axisFile, canaraFile, federalFile, hdfcDelimited, kotakFile, merchantFile, sbiOldFile } from './text-banks'
import { hdfcWorkbook, iciciFile, pnbFile, sbiNewFile } from './workbook-banks'

/** Every bank of the table of layouts, and a merchant app's report. */
export const banks: readonly Bank[] = [
  hdfcWorkbook,
  hdfcDelimited,
  sbiNewFile,
  sbiOldFile,
  iciciFile,
  axisFile,
  canaraFile,
  kotakFile,
  pnbFile,
  federalFile,
  merchantFile,
]
