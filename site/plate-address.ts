/** The folder of this build's plates; its name changes when a drawing does, so that browsers may keep them for good. */
declare const __PLATES__: string

/** The address of a plate's drawing: the neuron of a subject's or a page's key. */
export const plateAddress = (key: string): string => `${__PLATES__}/${key}.svg`
