/** How the apps and banks name the number that both sides know. */
const label = /\b(?:upi\s*transaction\s*[il1]d|utr|upi\s*ref(?:erence)?)\b[^\dA-Z]*(?:n[o0]\b|number\b|id\b)?[.:]?/i

/** Digits in a row, or in two or three groups as Paytm writes them; neither part of a longer number nor a phone's (+91 …). */
const twelveDigits = /(?<![\w+*]|\+\s)(?:\d{12}|\d{6} \d{6}|\d{4} \d{4} \d{4})(?!\w|\s?\d)/

/** What an OCR takes some digits for; believed only where a label says that digits stand there. */
const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  B: '8',
}

const repair = (text: string): string | undefined => {
  const close = text.replace(/\s/g, '')
  if (close.replace(/\D/g, '').length < 10) return undefined
  const digits = close.replace(/[OoDIl|SB]/g, (character) => lookalikes[character] ?? character)
  return /^\d{12}$/.test(digits) ? digits : undefined
}

const findIn = (text: string): string | undefined => twelveDigits.exec(text)?.[0].replace(/\s/g, '') ?? repair(text)

/** The UTR in a picture's lines: beside or under its label, else the only other number of twelve digits. */
export const readPictureUtr = (lines: readonly string[]): string | undefined => {
  for (const [index, line] of lines.entries()) {
    const found = label.exec(line)
    if (!found) continue
    const utr = findIn(line.slice(found.index + found[0].length)) ?? findIn(lines[index + 1] ?? '')
    if (utr) return utr
  }
  const others = new Set(lines.flatMap((line) => twelveDigits.exec(line)?.[0].replace(/\s/g, '') ?? []))
  return others.size === 1 ? [...others][0] : undefined
}
