import { deskCalls } from '../../../festival/contract/calls'
import { maxListed } from '../../../festival/contract/lists'
import type { QueueFilter } from '../../../festival/contract/queue'
import { buttonClasses } from '../../../ui/button'
import { writeView } from '../../address'

/** `entries` is the number of entries that the file would contain. */
export const ExportLinks = ({ filter, entries }: { filter: QueueFilter; entries: number }) => {
  const file = `${deskCalls.exportList.path}?${writeView({ filter, order: 'oldest' })}&format=`
  return (['xlsx', 'csv'] as const)
    .filter((format) => entries <= maxListed[format])
    .map((format) => (
      <a key={format} href={file + format} download className={buttonClasses('secondary')}>
        {format === 'xlsx' ? 'Excel' : 'CSV'}
      </a>
    ))
}
