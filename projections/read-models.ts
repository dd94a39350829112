import { careModels } from './care/read-models.ts'
import { catalogueModels } from './catalogue/read-models.ts'
import { logClock } from './log-clock/log-clock.ts'
import { moneyModels } from './money/read-models.ts'
import { peopleModels } from './people/read-models.ts'
import type { TablesOf } from './read-model.ts'

/** Every read model there is. */
export const readModels = [...careModels, ...catalogueModels, ...moneyModels, ...peopleModels, logClock]

/** The read models' tables, for Kysely. */
export type Database = TablesOf<(typeof readModels)[number]>

/** The name of a read model is that of its table. */
export type ReadModelName = keyof Database

/** In the order of the list above. */
export const READ_MODEL_NAMES: readonly ReadModelName[] = readModels.map(({ name }) => name)
