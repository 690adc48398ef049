/**
 * Finds addresses and phone numbers in public texts, because they could redirect a payment. No such
 * filter is complete, so admins also get an e-mail about every change.
 */

/** Cyrillic and Greek letters; the next line has the Latin letters that look like them. */
const foreignLetters = 'авеёніїјкԛморсѕтуүхԁԝαεικνορτυχı'
const latinLetters = 'abeehiijkqmopcstyyxdwaeikvoptuxi'

const replaceLookAlike = (letter: string): string =>
  latinLetters[foreignLetters.indexOf(letter)] ?? letter

/** Returns plain lower-case Latin letters and removes invisible characters. */
export const toPlain = (text: string): string =>
  text
    .replace(/[ⓐⒶ🅐]|%40/gu, '@')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[\u0370-\u052fı]/g, replaceLookAlike)

/** UPI handles by app and bank (https://www.npci.org.in, "UPI handles"). */
const handle =
  '(?:ok|pt|wa|navi|tap|my|slice|jupiter|kp|niyo|shriram)(?:axis|sbi|icici|hdfc(?:bank)?|yes)|[yi]bl|axl|y?apl|rapl'
/** Some handles are also words or names, so they count only after "at" or an @. */
export const handleAfterAt = String.raw`${handle}|[ax]bl|upi|paytm|airtel|freecharge|ikwik|mbk|jio(?:pay)?|fam|postbank|kotak|kmbl|cnrb|uboi|mahb|idfc\w*|[a-z]{2,}(?:bank|pay|upi)`
/** These bank names count only after an @, and not in the domain of a bank's e-mail address. */
export const bankAfterAt = String.raw`(?:sbi|icici|axis|hdfc|pnb|rbl|federal|indus|hsbc|kotak|idbi|boi|iob|uco|kvb|dbs|equitas|fbl|obc|utbi|unionbank|ezeepay|eazypay|barodampay|barodapay|payzapp|pingpay|timecosmos)(?!-[a-z\d]|\.(?:com?|in|org|net|bank)\b)`
/** In India, @ is called "at the rate". */
export const spelledAt = String.raw`(?:\bat|@)\s*the\s+rate(?:\s+of)?`
/**
 * Harmless texts never contain the clear endings. The others count only after a spelled-out dot.
 */
const clearEnding = 'com|org|xyz'
const spelledEnding = `${clearEnding}|net|in|info|io|co|me|app|link|page|site|online|shop|store|club|live|top|biz|ly|gl|gg|cc|tk|ru|cn`

const upiId = new RegExp(
  [
    '@',
    String.raw`[[({<*_~-]\s*at\s*[\])}>*_~-]`,
    String.raw`(?:\bat|[[({<*_~]\s*a\s*[\])}>*_~])\s+(?:${handleAfterAt})\b`,
    String.raw`[[({<*_~]\s*a\s*[\])}>*_~](?:${handleAfterAt})\b`,
    String.raw`${spelledAt}\s*(?:${handleAfterAt}|${bankAfterAt})\b`,
    String.raw`\b(?:${handle})\b`,
    String.raw`\bupi\s*:`,
  ].join('|'),
)

const webAddress = new RegExp(
  [
    String.raw`:\s*/\s*/`,
    String.raw`\bhttps?\b`,
    String.raw`\bwww\b`,
    // Matches a dot with a name directly on both sides, or with spaces only before it.
    String.raw`[\p{L}\d][.。·•]\p{L}{2}`,
    String.raw`[\p{L}\d]\s+[.。·•]\p{L}{2}`,
    String.raw`[\p{L}\d]\s*[.。·•,]\s*(?:${clearEnding})\b`,
    String.raw`\bdot\b[\])}]?\s*(?:${spelledEnding})\b`,
    String.raw`[[({]\s*dot\s*[\])}]`,
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])`,
  ].join('|'),
  'u',
)

/** Also finds UPI IDs and spelled-out addresses. */
export const hasAddress = (text: string): boolean =>
  hasUpiId(text) || webAddress.test(toPlain(text))

/** Also finds spelled-out IDs and e-mail addresses. */
export const hasUpiId = (text: string): boolean => upiId.test(toPlain(text))

const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const replaceDigitWords = (text: string): string =>
  text
    .replace(new RegExp(`\\b(?:${digitWords.join('|')})\\b`, 'g'), (word) =>
      String(digitWords.indexOf(word)),
    )
    .replace(/\bdouble\s+(\d)\b/g, '$1$1')

/** Between two digits, allows up to three characters that are not letters, or one letter. */
const digitRun = /\p{Nd}(?:(?:[^\p{L}\p{Nd}]{0,3}|\p{L})\p{Nd})*/gu
const timeOrDate = new RegExp(
  String.raw`(?<!\d[.:/]?)(?:${[
    String.raw`20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:0?[1-9]|[12]\d|3[01])[./-](?:0[1-9]|1[0-2])(?:[./-]20\d\d)?`,
    String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d`,
  ].join('|')})(?![.:/]?\d)`,
  'g',
)

const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/** An Indian mobile number has ten digits. */
const digitsOfPhone = 10
/** Besides times and dates, three digits are allowed, for example a room number. */
const maxOtherDigits = 3

export const hasPhoneNumber = (text: string): boolean =>
  (replaceDigitWords(toPlain(text)).match(digitRun) ?? []).some(
    (run) =>
      countDigits(run) >= digitsOfPhone &&
      countDigits(run.replace(timeOrDate, '')) > maxOtherDigits,
  )

/** Recognises forms that the filters above do not know. */
export const mayNamePayee = (text: string): boolean =>
  /\p{N}|pay/u.test(replaceDigitWords(toPlain(text)))
