import { isAbsolute, join, relative } from 'node:path'
import type { Config } from '../../config'
import { OperatorError } from '../../system/operator-error'

/**
 * Looks that a backup does not go among the uploaded files, where the housekeeping clears away what no row names (behaviour
 * 12.54).
 * @throws OperatorError naming the folder
 */
export const requireOutsideFiles = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, folder: string): void => {
  const uploads = join(dataDir, 'files')
  const way = relative(uploads, folder)
  const isInside = !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..'
  if (files.engine === 'disk' && isInside)
    throw new OperatorError(`${folder} is among the uploaded files (${uploads}). Choose a folder outside of it.`)
}
