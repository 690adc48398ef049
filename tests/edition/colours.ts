import type { Colours } from '../../festival/content/content'

/** Uses the default colours. */
export const colours: Colours = {}
