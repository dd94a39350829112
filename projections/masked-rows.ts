import { type RawBuilder, sql } from 'kysely'
import { carried } from './engine/cells.ts'
import { define, type Definition } from './engine/definition.ts'
import { quoted } from './engine/table-sql.ts'
import type { AnyReadModel } from './read-model.ts'

/**
 * What to select from in place of a model's rows (give it an alias): themselves for those who may see personal data; for
 * others the same columns, those that the model declares as personal as if their people were erased.
 */
export function maskedRows(
  model: AnyReadModel,
  rows: RawBuilder<unknown>,
  maySeePersonal: boolean,
): RawBuilder<unknown> {
  if (maySeePersonal) return rows
  const definition = define(model)
  const whole = definition.personal.some(({ emptied }) => emptied === 'row')
  const columns = sql.join(definition.columns.map((column) => shown(definition, column)))
  return sql`(select ${columns} from ${rows} whole where ${!whole})`
}

function shown({ personal }: Definition, { name, base }: Definition['columns'][number]): RawBuilder<unknown> {
  const part = personal.find(({ emptied }) => emptied !== 'row' && emptied.has(name))
  if (part === undefined || part.emptied === 'row') return sql.ref(name)
  const cell = part.emptied.get(name) ?? null
  return sql`${carried(base, cell)}::${sql.raw(base)} as ${sql.raw(quoted(name))}`
}
