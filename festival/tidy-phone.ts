/**
 * A phone number as the forms take it, of one as phone books write it: without spaces, hyphens and brackets, without the
 * zero before a trunk call, and with a plus before the country's 91. Ten digits stay as they are (behaviour 5.47).
 */
export const tidyPhone = (typed: string): string => {
  const bare = typed.replace(/[\s().‑–-]/g, '')
  const [, prefix, number] = /^(0|(?:\+|00)?910?)(\d{10})$/.exec(bare) ?? []
  if (number === undefined) return bare
  return prefix === '0' ? number : `+91${number}`
}
