import type { Colour, Group } from './content'
import type { Subject } from './subject'

/** What a theme paints: the page, sheets on it, its inks and lines, and what dims it under a dialog. */
type Surface = 'paper' | 'leaf' | 'ink' | 'faded' | 'rule' | 'line' | 'shade'

/** The two themes: ink on warm paper, and the same drawing under the fluorescence microscope. */
export const palette = {
  light: {
    paper: '#f4eddf',
    leaf: '#fbf7ed',
    ink: '#231c14',
    faded: '#5d5142',
    rule: '#d3c6ad',
    line: '#857760',
    artery: '#a0281f',
    vein: '#1f4f8f',
    nerve: '#7d5a00',
    lymph: '#2a6638',
    shade: 'rgb(35 28 20 / 0.45)',
  },
  dark: {
    paper: '#070b0d',
    leaf: '#0e1517',
    ink: '#e8f0ec',
    faded: '#a3b3ad',
    rule: '#26332f',
    line: '#6c7f78',
    artery: '#ff8073',
    vein: '#83b6ff',
    nerve: '#f0d355',
    lymph: '#63e2a3',
    shade: 'rgb(0 0 0 / 0.65)',
  },
} as const satisfies Record<'light' | 'dark', Record<Surface | Colour, string>>

/** The colours of sections and of categories, by their ids. */
export type GroupColours = Readonly<Record<Subject['kind'], Readonly<Record<string, Colour>>>>

/** The colours of these sections and categories, in their order. */
export const listGroupColours = (sections: readonly Group[], categories: readonly Group[]): GroupColours => {
  const pick = (groups: readonly Group[]) => Object.fromEntries(groups.map(({ id, colour }) => [id, colour]))
  return { event: pick(sections), workshop: pick(categories) }
}
