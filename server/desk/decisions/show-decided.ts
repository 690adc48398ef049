import type { Decided } from '../../../festival/desk/decision'
import type { DecisionRow } from '../../db/desk-schema'
import { shownUntil } from '../../reviews/decide'

/** A decision as its answer tells it. */
export const showDecided = (row: DecisionRow): Decided => ({
  id: row.id,
  submission: row.record_id,
  state: row.to_state,
  ground: row.ground,
  version: row.version,
  undoUntil: shownUntil(row.decided_at),
})
