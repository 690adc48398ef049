import { markId } from '../../shell/mark'

/**
 * Layers of a cortex at night: rows of cells, and before them, under the fluorescence microscope in every theme, the
 * neuron of the page one came to. That one is here already, so the drawing costs no request.
 */
export const Strata = () => (
  <div data-theme="dark" data-colour="nerve" className="-mx-5 -mt-5 bg-paper">
    <svg viewBox="-220 -20 840 540" aria-hidden="true" className="plate w-full" strokeLinecap="round">
      <path
        d="M-206 40h830M-206 260h830M-206 480h830"
        strokeWidth="12"
        strokeDasharray="0 36"
        className="stroke-rule"
      />
      <path d="M-220 150h850M-220 370h850" strokeWidth="26" strokeDasharray="0 64" className="stroke-rule" />
      <use href={document.querySelector('.plate use')?.getAttribute('href') ?? `#${markId}`} width="400" height="500" />
    </svg>
  </div>
)
