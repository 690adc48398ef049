import { letterOf } from '../../site/legend'
import { type Point, plateHeight, plateWidth } from './geometry'
import type { Landmark } from './sketch'

/** A leader line with its letter, as in an atlas. */
export interface Mark {
  letter: string
  label: string
  /** What the line points at, and where it ends beside the letter. */
  at: Point
  end: Point
  /** Where the letter stands, by the middle of its foot. */
  foot: Point
}

const margin = 13
const leading = 24

/** Letters the landmarks from top to bottom and sets each letter into the nearer margin, none above another. */
export const placeMarks = (landmarks: readonly Landmark[]): Mark[] => {
  const lowest = { left: 0, right: 0 }
  return landmarks
    .toSorted((a, b) => a.at.y - b.at.y)
    .map(({ label, at }, index) => {
      const side = at.x < plateWidth / 2 ? 'left' : 'right'
      const wanted = Math.min(plateHeight - 16, Math.max(18, at.y - 5))
      const y = Math.max(wanted, lowest[side])
      lowest[side] = y + leading
      const x = side === 'left' ? margin : plateWidth - margin
      return {
        letter: letterOf(index),
        label,
        at,
        end: { x: x + (side === 'left' ? 8 : -8), y },
        foot: { x, y: y + 5 },
      }
    })
}
