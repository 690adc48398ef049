import { useQuery } from '@tanstack/react-query'
import { formatShortDay } from '../../../festival/content/slot'
import { sumBy } from '../../../festival/sum-by'
import { Link, pages } from '../../address'
import { figures, Table } from '../../rows'
import { formatNumber } from '../../words'
import { doorsOptions } from './doors-page'

/** The number of people let in, by door. Empty until a door is opened. */
export const DoorFigures = () => (
  <Table
    title="At the doors"
    columns={[
      [
        '',
        ({ name }) => (
          <Link href={pages.doors} className="press">
            {name}
          </Link>
        ),
      ],
      ['Day', ({ day }) => formatShortDay(day), figures],
      ['Let in', ({ people }) => formatNumber(people), figures],
      [
        'Unsent scans',
        ({ phones }) => formatNumber(sumBy(phones, ({ unsent }) => unsent)),
        figures,
      ],
    ]}
    rows={useQuery(doorsOptions).data?.doors}
    rowKey="id"
  />
)
