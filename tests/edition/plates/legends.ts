import type { Legends } from '../../../festival/content/content'

export const legends: Legends = {}
