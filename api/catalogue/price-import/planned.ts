import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { deriveId } from '#commands/ids.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { commandFrom } from '#api/command-from.ts'
import type { PriceFile, PriceImportPreview } from '#api/catalogue/contracts/price-import.ts'
import { catalogueNow } from './catalogue-now.ts'
import { type Plan, planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

/** Who may import; of what they may not do by itself, the lines are refused. */
export const MAY_IMPORT: readonly Permission[] = ['EDIT_SERVICE', 'ATTACH_COE_SERVICE', 'CREATE_SERVICE']

/** The id of the import that a request asks for. */
export const importIdOf = (request: FastifyRequest): string => deriveId(request.commandId(), 'price import')

/** What a price list would do now, and its preview, which says all of that and of what it was made. */
export async function planned(
  request: FastifyRequest,
  { csv, comma }: PriceFile,
): Promise<{ readonly plan: Plan; readonly preview: PriceImportPreview }> {
  const file = readFile(csv, comma)
  const { permissions } = request.actor()
  const plan = await planImport(file, await catalogueNow(request.server.context, file), {
    command: commandFrom(request, 'RequestPriceImport', {}),
    may: {
      add: permissions.has('CREATE_SERVICE'),
      edit: permissions.has('EDIT_SERVICE'),
      price: permissions.has('ATTACH_COE_SERVICE'),
    },
    idOf: (code) => deriveId(importIdOf(request), code),
  })
  const { lines, services } = plan
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of lines) counts[outcome] += 1
  // Ids of services that are added are made anew for each request; of all others the revision says what they were.
  const basis = { lines, revisions: services.map(({ revision }) => revision ?? null) }
  return { plan, preview: { preview: hashOf(basis), counts, lines: [...lines] } }
}

const hashOf = (said: unknown) => createHash('sha256').update(JSON.stringify(said)).digest('hex')
