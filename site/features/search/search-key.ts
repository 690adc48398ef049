/** Where the device remembers that the key "/" does not open the search. */
export const searchKeyShelf = 'cerebra:search-key'

/** Whether it does, as this device remembers; it does until somebody switches it off (behaviour 9.17). */
export const isSearchKeyOn = (): boolean => {
  try {
    return !(searchKeyShelf in localStorage)
  } catch {
    return true
  }
}
