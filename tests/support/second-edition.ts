/**
 * Where the gate builds the invented festival of `tests/edition`, as a public site
 * (`EDITION=tests/edition DIST=… NODE_ENV=production npm run build`).
 */
export const secondDist = '.cache/second-edition'
