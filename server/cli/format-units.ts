export const formatBytes = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}

/**
 * For example "3.2 s".
 * @param start a value of `performance.now()`
 */
export const formatSince = (start: number): string =>
  `${((performance.now() - start) / 1_000).toFixed(1)} s`

/** For nouns whose plural ends in s. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
