import type { Answer } from '../../site/features/chatbot/engine/answer'

/** Everything that an answer shows, as one text. */
export const readAnswer = ({ text, items, links }: Answer): string =>
  [
    ...text,
    ...items.map(({ name, note = '', href = '' }) => `${name}: ${note} ${href}`),
    ...links.map(({ label, href }) => `${label} (${href})`),
  ].join('\n')
