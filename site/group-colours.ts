import type { Colour } from '../festival/content'
import type { GroupColours } from '../festival/group-colours'
import type { Subject } from '../festival/subject'

declare const __GROUP_COLOURS__: GroupColours

/** The colours of sections and categories; told by the build, so that no page brings the hubs' texts for them. */
export const groupColours: GroupColours = __GROUP_COLOURS__

/** The colour that a subject's section or category owns. */
export const colourOf = ({ kind, group }: Pick<Subject, 'kind' | 'group'>): Colour =>
  groupColours[kind][group] ?? 'nerve'
