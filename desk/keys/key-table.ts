/** Every single key of the desk and what it does, in the order in which `?` lists them. */
export const keyTable = [
  { key: 'j', does: 'Next submission' },
  { key: 'k', does: 'Previous submission' },
  { key: 'v', does: 'Verify: the picture was seen' },
  { key: 'c', does: 'Ask for a correction' },
  { key: 'r', does: 'Reject' },
  { key: 'u', does: 'Take back the last decision, within its minute' },
  { key: 'x', does: 'Select or unselect, to decide about many' },
  { key: '/', does: 'Search' },
  { key: '+', does: 'Enlarge the picture' },
  { key: '-', does: 'Make the picture smaller' },
  { key: '0', does: 'Fit the picture' },
  { key: 't', does: 'Turn the picture' },
  { key: 'Escape', does: 'Back to the list' },
  { key: '?', does: 'Show these keys' },
] as const

export type Key = (typeof keyTable)[number]['key']

/** A press as the browser reports it, as far as it decides whether it is one of ours. */
interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const isKey = (key: string): key is Key => keyTable.some((row) => row.key === key)

/** Which key of the desk was pressed; none together with a modifier, which is the browser's. */
export const keyOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): Key | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined
  const pressed = key === '=' ? '+' : key.length === 1 ? key.toLowerCase() : key
  return isKey(pressed) ? pressed : undefined
}
