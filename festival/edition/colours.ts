import type { Colours } from '#festival/content/content'

/**
 * The light theme is ink on warm paper; the dark one is the same drawing under a fluorescence
 * microscope.
 */
export const colours: Colours = {
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
  images: {
    paper: '#f4ecdd',
    ink: '#2b2118',
    axon: '#9c3b24',
    mark: '#8a5a3c',
    darkPaper: '#0a0e14',
    darkInk: '#a5e8cb',
  },
}
