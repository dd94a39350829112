import type { AppContext } from '#api/context.ts'
import { type Operation, operationsOf } from '#scripts/fuzz/operations.ts'

/** A route of the API as it is declared. */
export type ApiRoute = Operation

/** Every route of the API's table of contents. */
export const apiRoutes = (context: AppContext): Promise<readonly ApiRoute[]> => operationsOf(context)
