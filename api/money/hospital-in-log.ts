import { type Handler, load } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'

/** A hospital as its own stream says, or undefined where there is none (docs/decisions/0096-read-models-never-authorise.md). */
export async function hospitalInLog(
  handler: Handler,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly isActive: boolean } | undefined> {
  const hospital = await load(handler, coe, id)
  return hospital.status === 'none'
    ? undefined
    : { id, name: hospital.details.name, isActive: hospital.status === 'active' }
}
