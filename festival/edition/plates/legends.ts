import type { Legends } from '#festival/content/content'

/** Marks label the letters on a drawing, starting with `a`. */
export const legends: Legends = {
  home: {
    name: 'Purkinje cell',
    marks: ['spiny branchlets', 'primary dendrite', 'soma', 'recurrent collateral', 'axon'],
  },
  events: { name: 'Spiny stellate cell', marks: ['soma', 'spiny dendrite', 'axon'] },
  workshops: { name: 'Basket cell', marks: ['dendrite', 'soma', 'axon', 'basket'] },
  'delegate-pass': {
    name: 'Bipolar cells of the retina',
    marks: ['dendritic crown', 'bipolar cell', 'axon terminal', 'ganglion cell'],
  },
  accommodation: { name: 'Starburst amacrine cell', marks: ['dendrite', 'soma', 'varicosity'] },
  schedule: { name: 'Dentate granule cell', marks: ['dendritic cone', 'soma', 'mossy fibre'] },
  shop: {
    name: 'Mitral cell',
    marks: ['axon', 'soma', 'lateral dendrite', 'glomerular tuft', 'olfactory nerve'],
  },
  about: { name: 'Chandelier cell', marks: ['soma', 'dendrite', 'candle', 'axon'] },
  contact: {
    name: 'Martinotti cell',
    marks: ['axonal canopy', 'ascending axon', 'dendrite', 'soma'],
  },
  SeniorQuiz: { name: 'Spiny stellate cell', marks: ['soma', 'spiny dendrite', 'axon'] },
  JuniorQuiz: { name: 'Chandelier cell', marks: ['dendrite', 'soma', 'axon', 'candle'] },
  OnlineQuiz: { name: 'Starburst amacrine cell', marks: ['varicosity', 'soma', 'dendrite'] },
  InsideICU: {
    name: 'Bipolar cells of the retina',
    marks: ['dendritic crown', 'bipolar cell', 'axon terminal', 'ganglion cell'],
  },
  CasePulse: { name: 'Motor neuron', marks: ['soma', 'dendrite', 'collateral', 'axon'] },
  AxonAlley: { name: 'Basket cell', marks: ['dendrite', 'soma', 'axon', 'basket'] },
  Nexus: { name: 'Dentate granule cell', marks: ['dendritic cone', 'soma', 'mossy fibre'] },
  PulsatingPalettes: { name: 'Retinal ganglion cell', marks: ['dendritic field', 'soma', 'axon'] },
  Cineplexus: {
    name: 'Pyramidal cell',
    marks: ['tuft', 'apical dendrite', 'basal dendrite', 'soma', 'axon'],
  },
  Sonostrike: { name: 'Dentate granule cell', marks: ['dendritic cone', 'soma', 'mossy fibre'] },
  DisasterX: {
    name: 'Bipolar cells of the retina',
    marks: ['dendritic crown', 'bipolar cell', 'axon terminal', 'ganglion cell'],
  },
  Vivantia: {
    name: 'Purkinje cell',
    marks: ['spiny branchlets', 'primary dendrite', 'soma', 'recurrent collateral', 'axon'],
  },
  CodeWild: { name: 'Double bouquet cell', marks: ['dendrite', 'soma', 'axon', 'horse-tail'] },
  Occulex: {
    name: 'Purkinje cell',
    marks: ['spiny branchlets', 'primary dendrite', 'soma', 'recurrent collateral', 'axon'],
  },
  SonicShift: { name: 'Double bouquet cell', marks: ['dendrite', 'soma', 'axon', 'horse-tail'] },
  Anastamos: {
    name: 'Mitral cell',
    marks: ['axon', 'lateral dendrite', 'soma', 'glomerular tuft', 'olfactory nerve'],
  },
  Reviva: {
    name: 'Granule cells',
    marks: ['parallel fibre', 'ascending axon', 'granule cell', 'claw'],
  },
  SmartAI: { name: 'Basket cell', marks: ['dendrite', 'soma', 'axon', 'basket'] },
  ExodontiaX: {
    name: 'Martinotti cell',
    marks: ['axonal canopy', 'ascending axon', 'dendrite', 'soma'],
  },
  Paramatrix: { name: 'Motor neuron', marks: ['soma', 'dendrite', 'collateral', 'axon'] },
  'shop-item': { marks: ['collar', 'the festival’s neuron', 'hem'] },
  'not-found': { name: 'Specimen missing', marks: [] },
}
