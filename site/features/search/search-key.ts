const key = 'cerebra:search-key'

/** Whether the key "/" opens the search, as this device remembers; it does until somebody switches it off. */
export const isSearchKeyOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

/** Switches the key on or off. Where the device keeps nothing, it is on again with the next page that is loaded. */
export const switchSearchKey = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // The browser keeps nothing.
  }
}
