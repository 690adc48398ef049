export interface SearchedOption {
  value: string
  label: string
  /** A few words beside the label, which are searched as well. */
  note?: string
  /** Further words by which it is found, never shown. */
  words?: string
}

/** Lower case, without accents, apostrophes or signs, so that "exodontiax" finds "Exodontia’X". */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}’‘']/gu, '')

/**
 * The options that have every typed word in their label, note or further words. Those whose label begins with the text
 * come first; otherwise the order stays.
 */
export const findOptions = (options: readonly SearchedOption[], text: string): SearchedOption[] => {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found = options.filter((option) => {
    const searched = plain(`${option.label} ${option.note ?? ''} ${option.words ?? ''}`)
    return words.every((word) => searched.includes(word))
  })
  const begins = (option: SearchedOption) => plain(option.label).startsWith(plain(text.trim()))
  return [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
