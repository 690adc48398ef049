import { describe, expect, it } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { createChatbot } from './answer-question'

const { answerQuestion } = createChatbot(wholeEdition)

describe('once something is over', () => {
  const askAt = (india: string, question: string, isPublic = true) =>
    answerQuestion(question, Date.parse(`${india}+05:30`), [], isPublic)

  it('says so of each, and offers its form no longer', () => {
    const before = askAt('2025-10-09T08:59', 'is sonostrike open')
    const running = askAt('2025-10-09T09:00', 'is sonostrike open')
    const after = askAt('2025-10-09T12:30', 'is sonostrike open')
    expect(before.text.join(' ')).toContain('Registration is open')
    expect(running.text.join(' ')).toContain('It has begun')
    expect(running.links.map(({ href }) => href)).toEqual(['/workshops/sonostrike'])
    expect(after.text.join(' ')).toContain('It is over')
    expect(after.links.map(({ href }) => href)).toEqual(['/workshops/sonostrike'])
  })

  it('knows what is still open during the days', () => {
    expect(askAt('2025-10-10T07:59', 'How do I register?').text.join(' ')).toContain(
      'Open now: Peristalympics, Vistura and The Sonic Shift.',
    )
  })

  it('sells no pass once nothing that it opens is left, and says which tier is gone', () => {
    const ofTier = askAt('2025-10-11T09:00', 'delegate pass price')
    expect(ofTier.text[0]).toBe('Tier 1 is no longer sold.')
    expect(ofTier.links.map(({ href }) => href)).toContain('/delegate-pass')
    const ofNone = askAt('2025-10-11T18:00', 'delegate pass price')
    expect(ofNone.text[0]).toBe('This is no longer sold.')
    expect(ofNone.links.map(({ href }) => href)).not.toContain('/delegate-pass')
    expect(askAt('2025-10-12T17:59', 'hostel').links.map(({ href }) => href)).toContain('/accommodation')
    expect(askAt('2025-10-12T18:00', 'hostel').links.map(({ href }) => href)).not.toContain('/accommodation')
  })

  it('sells no pass and no room after the last day, and sees nobody soon', () => {
    for (const question of ['delegate pass price', 'hostel', 'How do I register?', 'fees']) {
      const { text, items, links } = askAt('2025-10-13T00:00', question)
      expect(text[0]).toBe('Cerebra 3.0 is over: passes and rooms are no longer sold.')
      expect([...items, ...links].map(({ href }) => href)).not.toContain('/delegate-pass')
      expect(links.map(({ href }) => href)).not.toContain('/accommodation')
    }
    expect(askAt('2025-10-13T00:00', 'thank you').text).toEqual([
      'You are welcome. Thank you for being part of Cerebra.',
    ])
  })

  it('goes by the statuses alone on a private address', () => {
    expect(askAt('2031-01-01T00:00', 'is sonostrike open', false).text.join(' ')).toContain('Registration is open')
  })
})
