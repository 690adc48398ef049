import type { Answer } from '../../site/features/chatbot/answer-question'

/** Everything that an answer shows, as one text. */
export const readAnswer = ({ text, cards, items, links, asks }: Answer): string =>
  [
    ...text,
    ...cards.flatMap(({ name, href, lines }) => [
      `${name} (${href})`,
      ...lines.map((line) => `${line.name}: ${line.note}`),
    ]),
    ...items.map(({ name, note = '', href = '' }) => `${name}: ${note} ${href}`),
    ...links.map(({ label, href }) => `${label} (${href})`),
    ...asks,
  ].join('\n')
