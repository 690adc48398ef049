/**
 * The gate's public build of `tests/edition`
 * (`EDITION=tests/edition DIST=… NODE_ENV=production npm run build`).
 */
export const secondDist = '.cache/second-edition'
