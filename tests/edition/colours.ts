import type { Colours } from '../../festival/content/content'

/** The house's own. */
export const colours: Colours = {}
