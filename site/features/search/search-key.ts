/** Where the device remembers it. */
export const searchKeyShelf = 'cerebra:search-key'

/** Whether the key "/" opens the search, as this device remembers; it does until somebody switches it off. */
export const isSearchKeyOn = (): boolean => {
  try {
    return localStorage.getItem(searchKeyShelf) !== 'off'
  } catch {
    return true
  }
}
