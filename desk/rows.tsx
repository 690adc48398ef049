import type { ReactNode } from 'react'

interface Rows<Row> {
  title?: string
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  /** The field that identifies a row, or a function that computes an identifier. */
  rowKey: (keyof Row & string) | ((row: Row) => string)
  /** The text for an empty list. If undefined, an empty list shows nothing. */
  emptyText?: string
  className?: string
}

const readKey = <Row,>(row: Row, rowKey: Rows<Row>['rowKey']): string =>
  typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey])

/** A column with a blank heading has no header cell. */
export type Column<Row> = readonly [
  head: string,
  show: (row: Row, index: number) => ReactNode,
  look?: string,
]

export const figures = 'figures pl-3 pr-0! text-right whitespace-nowrap'

const TitledSection = ({
  title,
  className = '',
  children,
}: {
  title?: string
  className?: string
  children: ReactNode
}) => (
  <section aria-label={title} className={`min-w-0 ${className}`}>
    {title && <h2 className="text-lg">{title}</h2>}
    {children}
  </section>
)

const EmptyText = ({ text }: { text: string }) =>
  text && <p className="py-8 text-center text-faded">{text}</p>

/** The first column names the row. With the look `cards`, each row is a card on a phone. */
export const Table = <Row,>({
  columns,
  rows,
  rowKey,
  emptyText = '',
  tableClassName: ownLook = '',
  ...section
}: Rows<Row> & { columns: readonly Column<Row>[]; tableClassName?: string }) => {
  if (!rows?.length) {
    return rows && <EmptyText text={emptyText} />
  }
  const cell = 'py-2 pr-3 font-normal empty:p-0 has-[a]:py-0'
  return (
    <TitledSection {...section}>
      <div className="overflow-x-auto border-y border-line print:overflow-visible print:border-0">
        <table className={`w-full border-collapse text-left ${ownLook}`}>
          <thead className="head align-bottom">
            <tr>
              {columns.map(([head, , look = '']) =>
                head.trim() === '' ? (
                  <td key={head} className={look} />
                ) : (
                  <th key={head} scope="col" className={`${cell} ${look}`}>
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={readKey(row, rowKey)} className="border-t border-rule">
                {columns.map(([head, show, look = ''], column) => {
                  const Cell = column === 0 ? 'th' : 'td'
                  return (
                    <Cell
                      key={head}
                      scope={column === 0 ? 'row' : undefined}
                      data-head={head}
                      className={`${cell} ${look}`}
                    >
                      {show(row, index)}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TitledSection>
  )
}

export const List = <Row,>({
  rows,
  rowKey,
  emptyText = '',
  itemClassName = 'py-2',
  children,
  ...titled
}: Rows<Row> & { itemClassName?: string; children: (row: Row) => ReactNode }) => {
  if (!rows?.length) {
    return rows && <EmptyText text={emptyText} />
  }
  return (
    <TitledSection {...titled}>
      <ul className="border-t border-line">
        {rows.map((row) => (
          <li key={readKey(row, rowKey)} className={`border-b border-rule ${itemClassName}`}>
            {children(row)}
          </li>
        ))}
      </ul>
    </TitledSection>
  )
}
