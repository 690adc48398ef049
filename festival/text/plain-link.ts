import * as v from 'valibot'

/** For example, `https://chat.test@evil.test` leads to evil.test. */
const isPlainAddress = (text: string): boolean =>
  URL.canParse(text) && /^https:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/.test(text)

/** An empty text means that there is no link. */
export const plainLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(300, 'The link is too long.'),
  v.check(
    (text) => text === '' || isPlainAddress(text),
    'The link must begin with https://, and must not contain spaces, backslashes or an @ before the site’s name, because these hide where it leads.',
  ),
)
