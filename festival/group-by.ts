/** A value may have several keys or none. */
export const groupBy = <Key, Value>(
  all: readonly Value[],
  listKeys: (value: Value) => readonly Key[],
): Map<Key, Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of all) {
    for (const key of listKeys(value)) {
      const group = groups.get(key)
      if (group) {
        group.push(value)
      } else {
        groups.set(key, [value])
      }
    }
  }
  return groups
}
