import { searchKeyShelf } from './search-key'

/** Switches the key on or off. Where the device keeps nothing, it is on again with the next page that is loaded. */
export const switchSearchKey = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(searchKeyShelf)
    else localStorage.setItem(searchKeyShelf, 'off')
  } catch {
    // The browser keeps nothing.
  }
}
