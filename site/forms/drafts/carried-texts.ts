/** Where a page that could not come alive leaves what was typed for the load that follows (behaviour 9.15). */
export const typedKey = 'typed'

const isEntry = (value: unknown): value is [string, unknown] => Array.isArray(value) && typeof value[0] === 'string'

/** Takes what the load before left: names and values of its form's fields. Nothing where it left none. */
export const takeCarriedTexts = (): (readonly [string, unknown])[] => {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(typedKey) ?? '[]')
    sessionStorage.removeItem(typedKey)
    return Array.isArray(left) ? left.filter(isEntry) : []
  } catch {
    return []
  }
}
