import type { Page } from '@playwright/test'

/** A form of the site as somebody fills it in before, or without, its scripts. */
export interface HeldForm {
  path: string
  submit: string
  /** Texts by the names of their fields. */
  texts: Readonly<Record<string, string>>
  /** The name and value of a choice. */
  choice: readonly [name: string, value: string]
}

/** The three forms, each with something personal in every kind of field. */
export const heldForms: readonly HeldForm[] = [
  {
    path: '/register?event=SeniorQuiz',
    submit: 'Submit Registration',
    texts: { 'members.0.name': 'Asha Test', 'members.0.phone': '0123456789', email: 'asha@students.test' },
    choice: ['category', 'student'],
  },
  {
    path: '/delegate-pass',
    submit: 'Proceed to Payment',
    texts: { name: 'Asha Test', email: 'asha@students.test', phone: '0123456789' },
    choice: ['tier', 'magnus'],
  },
  {
    path: '/accommodation',
    submit: 'Submit Request',
    texts: { name: 'Asha Test', email: 'asha@students.test', transaction_id: '412345678901' },
    choice: ['', ''],
  },
]

const fieldOf = (page: Page, name: string) => page.locator(`form [name="${name}"]`)

/** Fills a form in by the names of its fields. */
export const fillHeld = async (page: Page, { texts, choice: [name, value] }: HeldForm): Promise<void> => {
  for (const [field, text] of Object.entries(texts)) await fieldOf(page, field).fill(text)
  if (name)
    await fieldOf(page, name)
      .and(page.locator(`[value="${value}"]`))
      .check()
}

/** What stands in those fields now, in the same shape. */
export const readHeld = async (
  page: Page,
  { texts, choice: [name] }: HeldForm,
): Promise<Pick<HeldForm, 'texts' | 'choice'>> => {
  const read: Record<string, string> = {}
  for (const field of Object.keys(texts)) read[field] = await fieldOf(page, field).inputValue()
  const chosen = name ? await page.locator(`form [name="${name}"]:checked`).inputValue() : ''
  return { texts: read, choice: [name, chosen] }
}
