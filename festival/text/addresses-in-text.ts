/**
 * Finds addresses and phone numbers in texts that go on every page: both could lead a payment elsewhere. Such a filter can't be
 * complete, so admins are also e-mailed what was changed.
 */

/** Cyrillic and Greek letters, and below each the Latin letter that it looks like. */
const foreignLetters = 'авеёніїјкԛморсѕтуүхԁԝαεικνορτυχı'
const latinLetters = 'abeehiijkqmopcstyyxdwaeikvoptuxi'

const replaceLookAlike = (letter: string): string =>
  latinLetters[foreignLetters.indexOf(letter)] ?? letter

/** The text as a reader sees it: plain Latin letters, lower case, without invisible characters. */
export const toPlain = (text: string): string =>
  text
    .replace(/[ⓐⒶ🅐]|%40/gu, '@')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[\u0370-\u052fı]/g, replaceLookAlike)

/** Endings of UPI IDs that mean nothing else, by app and bank (https://www.npci.org.in, "UPI handles"). */
const handle =
  '(?:ok|pt|wa|navi|tap|my|slice|jupiter|kp|niyo|shriram)(?:axis|sbi|icici|hdfc(?:bank)?|yes)|[yi]bl|axl|y?apl|rapl'
/** Endings that are words or names as well: these count only after "at" or an @. */
export const handleAfterAt = String.raw`${handle}|[ax]bl|upi|paytm|airtel|freecharge|ikwik|mbk|jio(?:pay)?|fam|postbank|kotak|kmbl|cnrb|uboi|mahb|idfc\w*|[a-z]{2,}(?:bank|pay|upi)`
/** Names of banks that end UPI IDs: these count only after an @, and the domain of a bank's e-mail addresses is none of them. */
export const bankAfterAt = String.raw`(?:sbi|icici|axis|hdfc|pnb|rbl|federal|indus|hsbc|kotak|idbi|boi|iob|uco|kvb|dbs|equitas|fbl|obc|utbi|unionbank|ezeepay|eazypay|barodampay|barodapay|payzapp|pingpay|timecosmos)(?!-[a-z\d]|\.(?:com?|in|org|net|bank)\b)`
/** "at the rate (of)", the Indian name of the sign @. */
export const spelledAt = String.raw`(?:\bat|@)\s*the\s+rate(?:\s+of)?`
/** Endings of web addresses that no word of an honest text is, and those that follow a spelt-out dot. */
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
    // A name right before and after a dot, or a dot with a space before it.
    String.raw`[\p{L}\d][.。·•]\p{L}{2}`,
    String.raw`[\p{L}\d]\s+[.。·•]\p{L}{2}`,
    String.raw`[\p{L}\d]\s*[.。·•,]\s*(?:${clearEnding})\b`,
    String.raw`\bdot\b[\])}]?\s*(?:${spelledEnding})\b`,
    String.raw`[[({]\s*dot\s*[\])}]`,
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])`,
  ].join('|'),
  'u',
)

/** Whether a text holds a UPI ID, an e-mail address or a web address, also spelled out. */
export const hasAddress = (text: string): boolean =>
  hasUpiId(text) || webAddress.test(toPlain(text))

/** Whether a text holds a UPI ID or an e-mail address, also spelled out. */
export const hasUpiId = (text: string): boolean => upiId.test(toPlain(text))

const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const replaceDigitWords = (text: string): string =>
  text
    .replace(new RegExp(`\\b(?:${digitWords.join('|')})\\b`, 'g'), (word) =>
      String(digitWords.indexOf(word)),
    )
    .replace(/\bdouble\s+(\d)\b/g, '$1$1')

/** Digits with at most three other characters, or one letter, between each two. */
const digitRun = /\p{Nd}(?:(?:[^\p{L}\p{Nd}]{0,3}|\p{L})\p{Nd})*/gu
/** A time or date by itself, not a part of a longer row of numbers. */
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
/** Beside times and dates, a run may hold so many digits, such as a room's number. */
const maxOtherDigits = 3

/** Whether a text holds a phone number: a run of ten digits that times and dates do not explain. */
export const hasPhoneNumber = (text: string): boolean =>
  (replaceDigitWords(toPlain(text)).match(digitRun) ?? []).some(
    (run) =>
      countDigits(run) >= digitsOfPhone &&
      countDigits(run.replace(timeOrDate, '')) > maxOtherDigits,
  )

/** Whether a text could still name a number to pay to, in a form that the filters above do not know. */
export const mayNamePayee = (text: string): boolean =>
  /\p{N}|pay/u.test(replaceDigitWords(toPlain(text)))
