let aheadMs = 0

/** How far the server's clock is ahead of this device's, in milliseconds. */
export const serverAheadMs = (): number => aheadMs

/** Learns it from the header `Date` of an answer, which leaves its milliseconds out: nobody is shown more time than there is. */
export const noteServerTime = (date: string | null): void => {
  const told = date === null ? Number.NaN : Date.parse(date)
  if (Number.isFinite(told)) aheadMs = told + 1_000 - Date.now()
}
