/** Phone books write spaces, hyphens and brackets into numbers; the forms leave them out. */
export const tidyPhone = (typed: string): string => typed.replace(/[\s()‑–-]/g, '')
