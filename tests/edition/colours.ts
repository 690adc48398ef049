import type { Colours } from '../../festival/content/content'

export const colours: Colours = {}
