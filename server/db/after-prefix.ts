/** What no text that begins so comes after: texts sort by their bytes on both engines where a column says so. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`
