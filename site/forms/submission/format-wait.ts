/** "in 20 seconds", "in 3 minutes": how long somebody should wait who sent too much. */
export const formatWait = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'in a few minutes'
  if (seconds < 90) return `in ${Math.max(1, Math.ceil(seconds))} second${seconds > 1 ? 's' : ''}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
