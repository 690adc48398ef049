/** A text whose phone numbers do not wrap: "+91 00000 00000" stays on one line. */
export const keepTogether = (text: string): string =>
  text.replace(/\+\d[\d ]+\d/g, (number) => number.replaceAll(' ', '\u00a0'))
