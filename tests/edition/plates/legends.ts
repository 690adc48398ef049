import type { Legends } from '../../../festival/content'

export const legends: Legends = {}
