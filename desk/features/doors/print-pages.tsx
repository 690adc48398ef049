import { useQuery } from '@tanstack/react-query'
import { formatShortDay } from '../../../festival/content/slot'
import type { DeskDoor, DoorCodes } from '../../../festival/contract/desk-doors'
import type { DoorState } from '../../../festival/contract/door'
import { formatTicketCode } from '../../../festival/contract/ticket'
import { Button } from '../../../ui/button'
import { queryCall } from '../../api'
import { QueryStatus } from '../../page'
import { type Column, Table } from '../../rows'
import { Qr } from './qr'

const PrintButton = () => (
  <Button className="my-4 print:hidden" onClick={() => window.print()}>
    Print
  </Button>
)

export const DoorSign = ({ door: { name, day, testCode } }: { door: DeskDoor }) => (
  <div className="mx-auto max-w-xl px-4 py-6 text-center">
    <h1 className="text-4xl">{name}</h1>
    <p className="mt-2 text-2xl">{formatShortDay(day)}</p>
    <PrintButton />
    <Qr text={testCode} label="Test code" className="mx-auto mt-4 w-80 max-w-full" />
    <p className="mt-4 text-base">
      For volunteers: scan this code before people arrive. It shows that your camera works, and
      admits no one.
    </p>
  </div>
)

const stateWords: Readonly<Record<DoorState, string>> = {
  verified: 'Verified',
  unchecked: 'Payment not checked',
  waiting: 'Waiting list',
  refused: 'Not accepted',
}

const columns: readonly Column<DoorCodes['entries'][number]>[] = [
  ['Names', ({ names }) => names.join(', '), 'break-words'],
  ['ID', ({ label }) => label, 'figures whitespace-nowrap'],
  ['Code', ({ code }) => formatTicketCode(code), 'figures whitespace-nowrap'],
  ['State', ({ state }) => stateWords[state]],
  ['In', () => null, 'hidden w-16 print:table-cell'],
]

export const CodeList = ({ id }: { id: string }) => {
  const codes = useQuery({ ...queryCall('readDoorCodes', { params: { id } }), staleTime: Infinity })
  const { data } = codes
  if (!data) {
    return <QueryStatus query={codes} what="The list cannot be shown." />
  }
  return (
    <div className="mx-auto max-w-6xl px-4 py-6 print:p-0">
      <h1 className="text-2xl">{data.name}</h1>
      <p className="print:hidden">
        Print this in case no phone works. The codes admit people, so destroy the list afterwards.
      </p>
      <PrintButton />
      <Table
        columns={columns}
        rows={data.entries}
        rowKey="id"
        emptyText="No entries."
        tableClassName="roll"
      />
    </div>
  )
}
