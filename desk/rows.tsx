import type { ReactNode } from 'react'

/** A column of a table; its key is its head, unless that is said. */
export interface Column<Row> {
  key: string
  /** Empty where what stands below needs none. */
  head?: string
  cell: (row: Row, index: number) => ReactNode
  /** What a row is named by. */
  isName?: boolean
  /** Figures stand at the right. */
  isFigure?: boolean
  className?: string
}

/** Rows in columns under a heading that is read out, and shown where it says something; what is too wide moves sideways. */
export const Table = <Row,>({
  title,
  isTitled = false,
  columns,
  rows,
  by,
  className = '',
}: {
  title: string
  isTitled?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** A row's key. */
  by: (row: Row) => string
  className?: string
}) => {
  const look = ({ isFigure, className = '' }: Column<Row>) =>
    `font-normal ${isFigure ? 'figures pl-3 text-right whitespace-nowrap' : 'pr-3'} ${className}`
  return (
    <section aria-label={title} className="min-w-0">
      {isTitled && <h2 className="text-lg">{title}</h2>}
      <div className="overflow-x-auto border-y border-line print:overflow-visible print:border-0">
        <table className={`w-full border-collapse text-left ${className}`}>
          {columns.some(({ head }) => head !== '') && (
            <thead className="head align-bottom">
              <tr>
                {columns.map((column) => {
                  const { key, head = key } = column
                  return head === '' ? (
                    <td key={key} />
                  ) : (
                    <th key={key} scope="col" className={`py-2 ${look(column)}`}>
                      {head}
                    </th>
                  )
                })}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              <tr key={by(row)} className="border-t border-rule">
                {columns.map((column) => {
                  const Cell = column.isName ? 'th' : 'td'
                  return (
                    <Cell
                      key={column.key}
                      scope={column.isName ? 'row' : undefined}
                      className={`py-2 has-[a]:py-0 ${look(column)}`}
                    >
                      {column.cell(row, index)}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Rows below each other, under a heading where they have one. */
export const List = <Row,>({
  title,
  rows,
  by,
  row: show,
  className = 'border-t border-line',
  look = 'py-2',
}: {
  title?: string | undefined
  rows: readonly Row[]
  /** A row's key. */
  by: (row: Row) => string
  row: (row: Row) => ReactNode
  className?: string
  /** Of each row. */
  look?: string
}) => {
  const list = (
    <ul className={className}>
      {rows.map((row) => (
        <li key={by(row)} className={`border-b border-rule ${look}`}>
          {show(row)}
        </li>
      ))}
    </ul>
  )
  return title === undefined ? (
    list
  ) : (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {list}
    </section>
  )
}
