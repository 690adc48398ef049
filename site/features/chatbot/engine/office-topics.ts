import type { Edition } from '../../../../festival/content'
import { say } from './answer'
import { callLinks, pages } from './describe'
import type { Topic } from './topic'

/** Who holds an office: a topic for each office of an edition. */
export const listOfficeTopics = ({ contactSections }: Edition): Topic[] => {
  const everyone = contactSections.flatMap((section) => section.people)
  return [...new Set(everyone.map(({ title }) => title))].map((office) => {
    const people = everyone.filter(({ title }) => title === office)
    const phones = people.map(({ phone }) => ({ label: office, number: phone }))
    const lines = people.map(({ name, phone }) => `${office}: ${name}, ${phone}.`)
    const words = office.split(/\W+/)
    // Of several matters in an office's name, one is enough: "food secretary".
    const names = [office, ...words.slice(0, -1).map((word) => `${word} ${words.at(-1)}`)]
    return { names, answer: () => say(lines, ...callLinks(phones), pages.team) }
  })
}
