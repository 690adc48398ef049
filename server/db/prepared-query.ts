import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import { isPostgres } from './is-postgres'
import type { DbOrTransaction } from './schema'

type Value = string | number | null
type Values<Given> = Readonly<Record<keyof Given, Value>>

/** A text, and for each of its parameters the name of the value that goes there, or the parameter itself. */
interface Plan {
  compiled: CompiledQuery
  parameters: readonly ({ name: string } | { constant: unknown })[]
}

const markOf = (name: string) => `\u0000${name}`

const plan = <Given extends Values<Given>>(
  build: (db: DbOrTransaction, values: Given) => Compilable,
  db: DbOrTransaction,
  names: readonly string[],
): Plan => {
  const nameOf = new Map<unknown, string>(names.map((name) => [markOf(name), name]))
  const marks: Given = JSON.parse(JSON.stringify(Object.fromEntries([...nameOf].map(([mark, name]) => [name, mark]))))
  const compiled = build(db, marks).compile()
  const parameters = compiled.parameters.map((parameter) => {
    const name = nameOf.get(parameter)
    return name === undefined ? { constant: parameter } : { name }
  })
  return { compiled, parameters }
}

/**
 * A query that is built once for each engine and then only run, with other values each time: building one anew takes
 * longer than SQLite takes to run it. `build` may only put the values into places of parameters, and must not look at
 * them; it gets marks in their stead.
 */
export const prepareQuery = <Given extends Values<Given>, Row = unknown>(
  build: (db: DbOrTransaction, values: Given) => Compilable<Row>,
): ((db: DbOrTransaction, values: Given) => Promise<QueryResult<Row>>) => {
  const plans = new Map<boolean, Plan>()
  return (db, values) => {
    const onPostgres = isPostgres(db)
    const known = plans.get(onPostgres) ?? plan(build, db, Object.keys(values))
    plans.set(onPostgres, known)
    const parameters = known.parameters.map((parameter) =>
      'name' in parameter ? Reflect.get(values, parameter.name) : parameter.constant,
    )
    return db.executeQuery({ ...known.compiled, parameters })
  }
}
