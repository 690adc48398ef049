import type { Colours } from '../../festival/content'

/** The house's own. */
export const colours: Colours = {}
