const placeholder = /to be announced|\b0{5} ?0{5}\b|\.example\b|@placeholder\b/i

export const isPlaceholder = (text: string): boolean => placeholder.test(text)
