import { colours } from '#edition/colours'
import type { ImageColours, Theme } from './content'

/** Used if the edition has no colours. */
const defaultPalette: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    paper: '#fafafa',
    leaf: '#ffffff',
    ink: '#1a1a1a',
    faded: '#555555',
    rule: '#d4d4d4',
    line: '#767676',
    artery: '#a3242b',
    vein: '#1d4f91',
    nerve: '#735a00',
    lymph: '#23663a',
    shade: 'rgb(0 0 0 / 0.45)',
  },
  dark: {
    paper: '#101214',
    leaf: '#181b1e',
    ink: '#f0f0f0',
    faded: '#b0b0b0',
    rule: '#33373b',
    line: '#7d8388',
    artery: '#ff8a80',
    vein: '#8ab8ff',
    nerve: '#f0d060',
    lymph: '#6fdc9f',
    shade: 'rgb(0 0 0 / 0.65)',
  },
}

export const palette = {
  light: { ...defaultPalette.light, ...colours.light },
  dark: { ...defaultPalette.dark, ...colours.dark },
}

const { light, dark } = palette

export const imageColours: ImageColours = {
  paper: light.paper,
  ink: light.ink,
  axon: light.artery,
  mark: light.faded,
  darkPaper: dark.paper,
  darkInk: dark.lymph,
  ...colours.images,
}
