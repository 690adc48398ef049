/** Stored in the browser's history entry, so that a reload and Back show the same part. */
export interface PartEntry {
  /** Starts at 0. Missing for the first part. */
  part?: number
  isLast?: boolean
}

/** The style sheet shows a phone only the part that these attributes name. */
export const markPart = ({ dataset }: HTMLElement, { part = 0, isLast = false }: PartEntry) => {
  delete dataset.part
  delete dataset.last
  if (part > 0) {
    dataset.part = String(part)
  }
  if (isLast) {
    dataset.last = ''
  }
}

/** Runs before the first paint, so that a reloaded form does not show its first part for a moment. */
export const partsScript = `{let{part:p,isLast:l}=history.state||{},d=document.documentElement.dataset;if(p){d.part=p;if(l)d.last=''}}`
