import { registrantCategories } from '#edition/registrants'

/** The label of a stored category, "Faculty/Doctor"; the value itself where the edition does not have it. */
export const labelCategory = (stored: string): string =>
  registrantCategories.find(({ value }) => value === stored)?.label ?? stored
