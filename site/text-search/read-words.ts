/** A word without the endings that a question may have and the content not ("workshops", "suturing"). */
const stemWord = (word: string): string => {
  if (/\d/.test(word) || word.length < 4) return word
  const single = word
    .replace(/zzes$/, 'z')
    .replace(/ies$/, 'y')
    .replace(/(?<![su])s$/, '')
  return single.length > 6 ? single.replace(/(?:ing|e)$/, '') : single.replace(/(?<=.{4})e$/, '')
}

/** The words of a text in their order, as they are compared: stems in lower case, without accents and signs. */
export const readWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(stemWord)
